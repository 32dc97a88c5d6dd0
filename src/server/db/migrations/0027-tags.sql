-- The tag of a thing. Its mark, a hash of the code, is told to everybody who sees the thing: a phone knows the tag by it
-- without a signal, and nobody can make the tag from it.
create table resource_tags (
  resource_id text primary key references resources (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  mark text not null,
  made_at timestamptz not null default now()
);

-- What one side of a loan has said of a hand-over by tap, while the other has not.
create table loan_confirmations (
  loan_id text not null references loans (id) on delete cascade,
  step text not null check (step in ('hand-over', 'return')),
  side text not null check (side in ('owner', 'borrower')),
  -- When it changed hands by the phone of who says so.
  at timestamptz not null,
  -- Where, in words, as the history of the thing will say it.
  place text check (length(place) <= 120),
  primary key (loan_id, step, side)
);
