-- Members ask for the number of a seller whose bike is not advertised. Each first showing is a row.
create table bike_number_views (
  bike_id uuid not null references bikes,
  member_id uuid not null references members,
  -- The day in Dhaka.
  day date not null,
  -- The first, second, ... number that the member saw on this day. Members with an unproven address stop at 5.
  place int not null check (place between 1 and 20),
  shown_at timestamptz not null,
  primary key (bike_id, member_id),
  constraint number_views_of_day unique (member_id, day, place)
);
