-- Photos of members may be uploaded here, so a photo may be one of the pictures.
alter table members drop constraint members_photo_url_check;
alter table members add constraint members_photo_url_check
  check ((photo_url like 'https://%' or photo_url ~ '^/pictures/[0-9a-f]{32}\.webp$') and length(photo_url) <= 500);

-- The clean-up of pictures asks for each picture that no bike uses whether it is a member's photo. Creating the index takes
-- less than a second for 100,000 members.
create index members_by_photo on members (photo_url) where photo_url is not null;
