-- A row per photo. It is written before the bytes are, so that no object is ever without a row: whatever a crash
-- leaves behind (is_stored still false) is found here and swept.
create table photos (
  path text primary key,
  owner_id text not null,
  purpose text not null check (purpose in ('profile', 'cover', 'entry')),
  -- Of the full picture, as kept: bytes, pixels, hex SHA-256.
  size integer not null check (size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null,
  is_stored boolean not null default false,
  -- What shows it, such as 'resource:ID'. A photo belongs to one thing.
  used_by text,
  unused_since timestamptz default now(),
  created_at timestamptz not null default now(),
  check ((used_by is null) = (unused_since is not null))
);
create index photos_owner on photos (owner_id);
create index photos_used_by on photos (used_by) where used_by is not null;
create index photos_unused_since on photos (unused_since) where unused_since is not null;
