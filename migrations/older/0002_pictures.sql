-- Pictures: what was uploaded, by whom, and the wall that a bike shows only a picture of its own seller.

-- The row comes first and the files after it, so there is never a file in the store that no row tells of.
create table pictures (
  -- The address that a bike's picture has; an upload's is made from the hash of the uploaded file.
  url text primary key check (url ~ '^/pictures/[a-z0-9-]+\.webp$'),
  -- When somebody last began to upload it; the sweeper leaves it alone for a day from then.
  begun_at timestamptz not null,
  -- When all its files lay in the store; null while they do not.
  kept_at timestamptz,
  -- The size of the largest file, in pixels.
  width_px int check (width_px > 0),
  height_px int check (height_px > 0),
  -- A tiny version as a data: address, to stand in its place until it is there.
  blur text check (length(blur) <= 2000),
  constraint kept_with_its_size check ((kept_at is null) = (width_px is null) and (kept_at is null) = (height_px is null))
);
create index pictures_by_beginning on pictures (begun_at);

create table picture_uploads (
  member_id uuid not null references members on delete cascade,
  picture text not null references pictures (url),
  uploaded_at timestamptz not null,
  primary key (member_id, picture)
);
create index picture_uploads_by_picture on picture_uploads (picture);
create index picture_uploads_by_time on picture_uploads (uploaded_at);

create function only_kept_pictures() returns trigger language plpgsql as $$
begin
  if not exists (select from pictures where url = new.picture and kept_at is not null) then
    raise exception 'a picture counts as uploaded when its files are kept' using constraint = 'only_kept_pictures';
  end if;
  return new;
end $$;
create trigger only_kept_pictures before insert or update of picture on picture_uploads
  for each row execute function only_kept_pictures();

-- The bikes that are there already show pictures that ship with the shop: 1080 by 720 pixels.
insert into pictures (url, begun_at, kept_at, width_px, height_px)
  select picture, min(created_at), min(created_at), 1080, 720 from bikes group by picture;
insert into picture_uploads (member_id, picture, uploaded_at)
  select seller_id, picture, min(created_at) from bikes group by seller_id, picture;

-- A bike shows a picture that its seller uploaded; while it does, nobody can take the picture away.
alter table bikes add constraint picture_of_seller foreign key (seller_id, picture) references picture_uploads (member_id, picture);
create index bikes_by_picture on bikes (picture);
