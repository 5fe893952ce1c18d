-- What was read back from a backup, and whether the card provider was asked since about what came after it.
create table restores (
  restored_at timestamptz primary key,
  -- When the backup was made: what happened later is known to the provider alone.
  backup_made_at timestamptz not null,
  relearnt_at timestamptz
);
create index restores_to_relearn on restores (restored_at) where relearnt_at is null;
