-- one by one
-- The page of a bike compares it with the newest bikes of its model on sale, however many there are.
create index concurrently if not exists bikes_on_sale_by_model on bikes (model_id, (advertised_at is not null) desc, id desc)
  where model_id is not null and sold_at is null and withdrawn_at is null and reserved_at is null;
