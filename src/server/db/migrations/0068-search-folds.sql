-- Letters without accents, as `plainLetters` in src/shared/plain-letters.ts makes them on the phone, so that "brulee" finds "brûlée" and "lodz" finds "Łódź".
create function folded(given text) returns text language sql immutable strict parallel safe
as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u20d0-\u20ff]', '', 'g'), NFC),
      'øØłŁđĐðÐħĦıŧŦ’‘ʼ', 'oOlLdDdDhHitT'''''''),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
$$;

-- The index in memory reads the words of each document; no statement searches by them.
alter table search_documents drop column tsv;
alter table search_documents add column tsv tsvector not null generated always as (
  setweight(to_tsvector('simple', folded(title)), 'A')
  || setweight(to_tsvector('english', folded(title)), 'A')
  || setweight(to_tsvector('english', folded(coalesce(place, ''))), 'B')
  || setweight(to_tsvector('english', folded(body)), 'C')
) stored;
