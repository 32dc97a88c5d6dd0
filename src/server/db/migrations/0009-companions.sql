-- Whom a person talks to: one row for everybody who has chosen.
create table companion_choices (
  user_id text primary key references users (id) on delete cascade,
  companion text not null,
  has_chosen boolean not null,
  chosen_at timestamptz not null default now()
);

-- Whom a person has met. Never where: a position is compared and forgotten.
create table companion_discoveries (
  user_id text not null references users (id) on delete cascade,
  companion text not null,
  -- How they met.
  trigger text not null check (trigger in ('place', 'tag', 'qr', 'daily-thoughts', 'selected')),
  discovered_at timestamptz not null default now(),
  primary key (user_id, companion)
);

-- What is written on a companion's tag and in its QR code: made once, random, worth as much as having been there.
create table companion_codes (
  companion text primary key,
  code text not null unique check (length(code) >= 20)
);
