-- Who was asked to be an admin of a community and has not answered. They are members until they accept; who is an admin stays one.
create table community_admin_invitations (
  community_id text not null references communities (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  invited_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (community_id, user_id)
);
create index community_admin_invitations_of_person on community_admin_invitations (user_id);
create index community_admin_invitations_by on community_admin_invitations (invited_by);
