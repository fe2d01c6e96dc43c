-- Trusted extension: the owner of the database may create it. Indexes searches inside texts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
