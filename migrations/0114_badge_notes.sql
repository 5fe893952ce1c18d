-- What the admin saw when a seller was verified: read by admins, and by the seller in a copy of their own data.

alter table badges add column note text check (length(note) between 1 and 300);
