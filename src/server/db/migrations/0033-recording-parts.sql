-- Parts of a recording whose last part has not come yet. The sound is in the storage, beside the photos, so that any server can put
-- the parts together; its row is written first, so that whatever a crash leaves behind is found here.
create table recording_parts (
  -- A hash of whose it is and which: ids of clients do not become names.
  recording text not null,
  part integer not null,
  created_at timestamptz not null default now(),
  primary key (recording, part)
);
create index recording_parts_created_at on recording_parts (created_at);
