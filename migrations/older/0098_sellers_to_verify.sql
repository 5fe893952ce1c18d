-- The admin's overview counts sellers without a badge, and the list of sellers shows them alone.
create index sellers_to_verify on members (id desc) where role = 'Seller' and verified_at is null and removed_at is null;
