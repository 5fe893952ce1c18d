-- What bikes of an age keep of their price when new: the evidence where too few bikes of the same model are on sale.
create table retained_values (
  age_years int primary key check (age_years between 0 and 15),
  low_percent int not null check (low_percent >= 0),
  mid_percent int not null check (mid_percent >= low_percent),
  high_percent int not null check (high_percent >= mid_percent),
  bikes int not null check (bikes >= 12),
  sellers int not null check (sellers between 6 and bikes),
  computed_at timestamptz not null
);

-- A price that is far below is flagged by this evidence too. It gives no verdict.
alter table bike_price_estimates add column basis text not null default 'similar' check (basis in ('similar', 'age'));
alter table bike_price_estimates alter column verdict drop not null;
alter table bike_price_estimates add constraint verdict_is_of_similar_bikes check ((basis = 'similar') = (verdict is not null));
alter table bike_price_estimates add constraint only_far_below_is_stored_by_age check (basis = 'similar' or far_below);

-- Bikes without a model belong to no group that is recomputed.
create index bikes_without_model on bikes (id) where model_id is null and sold_at is null and withdrawn_at is null;
