-- A request whose days are over ends by itself. A thing that came back with words or a photo waits for its owner's eyes.
alter table loans drop constraint loans_state_check;
alter table loans add constraint loans_state_check
  check (state in ('requested', 'approved', 'declined', 'cancelled', 'expired', 'handed-over', 'returned'));
alter table loans add column awaits_check boolean not null default false;
create index loans_asked_for on loans (last_day) where state in ('requested', 'approved');
