// Everything that the schema decides in a database: what its catalogs say, its privileges, and the rows that it begins with.
import type pg from 'pg'

/** By kind and name: the definition of an object, or the rows of a table. */
export type Catalog = Record<string, string | string[]>

const sortAcl = (column: string): string =>
  `(select string_agg(one, ',' order by one) from unnest(${column}::text[]) as one)`

/** Each returns names and definitions; `concat_ws` leaves out what is null. */
const queries: Record<string, string> = {
  relation: `
    select relname as name, concat_ws(' ', relkind, relpersistence, amname, reloptions::text, relrowsecurity, relforcerowsecurity,
      'replica identity', relreplident, spcname, relowner::regrole, ${sortAcl('relacl')},
      (select 'toast ' || reloptions::text from pg_class as toast where toast.oid = pg_class.reltoastrelid)) as definition
    from pg_class left join pg_am on pg_am.oid = relam left join pg_tablespace on pg_tablespace.oid = reltablespace
    where relnamespace = 'public'::regnamespace`,
  // Their order is that of their numbers without those of dropped columns. Columns of an index keep the names that the columns
  // of its table had, which nothing uses.
  column: `
    select attrelid::regclass || '.' || case when relkind = 'i' then attnum::text else attname end as name,
      concat_ws(' ', row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, ''),
        'generated ' || nullif(attgenerated::text, ''), collname, 'storage', attstorage, attcompression, 'target ' || attstattarget,
        attoptions::text, ${sortAcl('attacl')}) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum left join pg_collation on pg_collation.oid = attcollation
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  // PostgreSQL 18 names what makes a column not null after the table's name at that time, which nothing uses.
  constraint: `
    select coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text) || '.' || case contype
        when 'n' then 'not null ' || (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])
        else conname end as name,
      concat_ws(' ', pg_get_constraintdef(oid), convalidated, conenforced, connoinherit, conislocal) as definition
    from pg_constraint where connamespace = 'public'::regnamespace`,
  index: `
    select indexrelid::regclass::text as name,
      concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indisclustered, indisreplident) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  function: `
    select oid::regprocedure::text as name,
      concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, ${sortAcl('proacl')}) as definition
    from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'a'`,
  trigger: `
    select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as definition
    from pg_trigger where not tgisinternal`,
  rule: `
    select ev_class::regclass || '.' || rulename as name, pg_get_ruledef(pg_rewrite.oid) as definition
    from pg_rewrite join pg_class on pg_class.oid = ev_class where relnamespace = 'public'::regnamespace`,
  policy: `
    select polrelid::regclass || '.' || polname as name, concat_ws(' ', polcmd, polpermissive, polroles::regrole[]::text,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as definition
    from pg_policy`,
  // Types of tables are left out.
  type: `
    select typname as name, concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault, ${sortAcl('typacl')},
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)) as definition
    from pg_type where typnamespace = 'public'::regnamespace and typtype <> 'c' and typelem = 0`,
  sequence: `
    select seqrelid::regclass::text as name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
      seqcycle, (select 'of ' || refobjid::regclass || ' ' || refobjsubid from pg_depend
        where objid = seqrelid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))) as definition
    from pg_sequence`,
  statistics: `
    select stxname as name, concat_ws(' ', pg_get_statisticsobjdef(oid), stxstattarget) as definition from pg_statistic_ext`,
  extension: `
    select extname as name, concat_ws(' ', extversion, extnamespace::regnamespace) as definition from pg_extension`,
  namespace: `
    select nspname as name, concat_ws(' ', nspowner::regrole, ${sortAcl('nspacl')}) as definition
    from pg_namespace where nspname !~ '^(?:pg_|information_schema)'`,
  'default privilege': `
    select concat_ws(' ', defaclrole::regrole, nullif(defaclnamespace, 0)::regnamespace, defaclobjtype) as name,
      ${sortAcl('defaclacl')} as definition
    from pg_default_acl`,
  comment: `
    select (pg_identify_object(classoid, objoid, objsubid)).identity as name, description as definition
    from pg_description where objoid >= 16384 or objoid = 'public'::regnamespace`,
  publication: `select pubname as name, pg_publication::text as definition from pg_publication`,
  // Whatever has no query of its own, such as an operator. Identities of internal objects contain numbers of this database.
  object: `
    select distinct type || ' ' || identity as name, '' as definition
    from (select distinct classid, objid from pg_depend where objid >= 16384) as known
      cross join lateral pg_identify_object(classid, objid, 0)
    where identity !~ 'pg_toast|RI_ConstraintTrigger|PG_Constraint'
      and not exists (select from pg_constraint where oid = objid and contype = 'n' and classid = 'pg_constraint'::regclass)`,
}

export const kinds = Object.keys(queries)

/** Numbers and random ids that name rows of the catalogue, and what says the same in every database. */
const labelsSql = `
  select id::text as id, 'brand ' || name as label from brands
  union all select models.id::text, concat_ws(' ', 'model', brands.name, models.name) from models join brands on brands.id = brand_id
  union all select id::text, 'category ' || name from categories where kind <> 'card'
  union all select 'make ' || makes.id, concat_ws(' ', 'make', brands.name, models.name)
    from makes join brands on brands.id = makes.brand_id left join models on models.id = model_id`

const timePattern = /^\d{4}-\d\d-\d\dT/

const toLabelledRow = (table: string, row: Record<string, unknown>, labels: ReadonlyMap<string, string>): string => {
  const label = (column: string, value: unknown): unknown => {
    const isMake = column === 'make_id' || (table === 'makes' && column === 'id')
    const found = labels.get(isMake ? `make ${String(value)}` : String(value))
    if (found !== undefined) return found
    return typeof value === 'string' && timePattern.test(value) ? 'a time' : value
  }
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, label(column, value)])),
  )
}

/** The rows of every table that has some, sorted, without the times at which they were written. */
const readRows = async (client: pg.ClientBase): Promise<Catalog> => {
  const labelled = await client.query<{ id: string; label: string }>(labelsSql)
  const labels = new Map(labelled.rows.map(({ id, label }) => [id, label]))
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const catalog: Catalog = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(one) as row from "${name}" as one`,
    )
    if (rows.length > 0) catalog[`rows of ${name}`] = rows.map(({ row }) => toLabelledRow(name, row, labels)).sort()
  }
  return catalog
}

export const readCatalog = async (client: pg.ClientBase): Promise<Catalog> => {
  const catalog: Catalog = await readRows(client)
  for (const [kind, sql] of Object.entries(queries)) {
    const { rows } = await client.query<{ name: string; definition: string | null }>(sql)
    for (const { name, definition } of rows) catalog[`${kind} ${name}`] = definition ?? ''
  }
  return catalog
}

/** The kinds and names of what the two have not in common. */
export const findDifferences = (one: Catalog, other: Catalog): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .sort()
