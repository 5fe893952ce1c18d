-- Pictures, and who uploaded them.

-- The row is written before the files, so that the store has no file without a row.
create table pictures (
  -- The path of the page's picture; that of an upload has the hash of the uploaded file.
  url text primary key check (url ~ '^/pictures/[a-z0-9-]+\.webp$'),
  -- When the last upload of it started; the clean-up leaves it alone for a day from then.
  upload_started_at timestamptz not null,
  -- When all its files were in the store; null before.
  stored_at timestamptz,
  -- The size of the largest file, in pixels.
  width_px int check (width_px > 0),
  height_px int check (height_px > 0),
  -- A tiny version as a data: address, shown until the picture is loaded.
  blur text check (length(blur) <= 2000),
  -- The difference hash of 64 bits; null for a picture of one colour.
  dhash bigint,
  constraint stored_with_size check ((stored_at is null) = (width_px is null) and (stored_at is null) = (height_px is null))
);
create index pictures_by_upload_start on pictures (upload_started_at);
-- Two hashes with at most three different bits share one of their four parts.
create index pictures_by_dhash_1 on pictures ((dhash & 65535)) where dhash is not null;
create index pictures_by_dhash_2 on pictures (((dhash >> 16) & 65535)) where dhash is not null;
create index pictures_by_dhash_3 on pictures (((dhash >> 32) & 65535)) where dhash is not null;
create index pictures_by_dhash_4 on pictures (((dhash >> 48) & 65535)) where dhash is not null;

create table picture_uploads (
  member_id uuid not null references members on delete cascade,
  picture text not null references pictures (url),
  uploaded_at timestamptz not null,
  primary key (member_id, picture)
);
create index picture_uploads_by_picture on picture_uploads (picture);
create index picture_uploads_by_time on picture_uploads (uploaded_at);

-- A picture counts as uploaded when its files are stored.
create function require_stored_picture() returns trigger language plpgsql as $$
begin
  if not exists (select from pictures where url = new.picture and stored_at is not null) then
    raise exception 'the files of this picture are not stored yet' using constraint = 'only_stored_pictures';
  end if;
  return new;
end $$;
create trigger only_stored_pictures before insert or update of picture on picture_uploads
  for each row execute function require_stored_picture();
