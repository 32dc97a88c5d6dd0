-- Both are in PostgreSQL's own contrib set and "trusted": the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
