import type pg from 'pg'

/** Texts that end with the id of a row of the same company; `event.data` contains one as `offerId`. */
const textsWithIds = new Set(['conversation.party_ref', 'action_item.party_ref', 'action_item.key', 'action_item_snooze.key'])

type Table = { name: string; columns: { name: string; type: string }[] }

/**
 * Copies company 2 to companies 3 to `companies`: every row with new ids, including derived rows. In a copied id the last four digits are
 * replaced by the number of the company, so that references stay intact without a lookup. All companies are rewritten in the order of the
 * original rows, so that on disk the rows of the large company are interleaved with those of the others, as if all had worked at the same
 * time. Triggers are disabled; indexes and keys are created afterwards.
 */
export async function copyCompanies(client: pg.Client, companies: number, print: (line: string) => void): Promise<void> {
  await client.query(`
    create function bench_copied(id uuid, company int) returns uuid language sql immutable parallel safe
      return case when company = 0 then id else overlay(id::text placing lpad(to_hex(company), 4, '0') from 33)::uuid end;
    create function bench_copied_at_end(text text, company int) returns text language sql immutable parallel safe
      return case when company = 0 or text !~ ':[0-9a-f-]{36}$' then text
        else left(text, -4) || lpad(to_hex(company), 4, '0') end;
    create function bench_copied_offer(data jsonb, company int) returns jsonb language sql immutable parallel safe
      return case when company > 0 and data ? 'offerId'
        then data || jsonb_build_object('offerId', bench_copied((data ->> 'offerId')::uuid, company)) else data end;
    -- 0: the original rows.
    create unlogged table bench_copy (company_id uuid, company int);
    truncate bench_aside`)
  await client.query(
    `insert into bench_copy
     select id, 0 from company
     union all select bench_id('2023-01-01', 2, 1), c from generate_series(3, $1::int) c`,
    [companies],
  )
  const tables = await filledTables(client)
  for (const { name } of tables) await client.query(`call bench_lay_aside('${name}')`)
  for (const table of tables) {
    print(`    ${table.name}`)
    await copyTable(client, table)
  }
  print('    keys and indexes')
  const putBack = await client.query<{ statement: string }>(
    `select put_back as statement from bench_aside order by put_back like '%FOREIGN KEY%', place`,
  )
  for (const { statement } of putBack.rows) await client.query(statement)
  await client.query(`
    drop table bench_copy, bench_aside;
    drop function bench_copied, bench_copied_at_end, bench_copied_offer`)
}

/** The tables with rows of a company. */
async function filledTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname::text as name, jsonb_agg(jsonb_build_object('name', attname, 'type', atttypid::regtype) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'bench%'
    group by relname
    having bool_or(attname = 'company_id') or relname = 'company' order by relname`)
  const filled: Table[] = []
  for (const table of rows) {
    const id = table.name === 'company' ? 'id' : 'company_id'
    const { rowCount } = await client.query(`select from ${table.name} where ${id} is not null limit 1`)
    if (rowCount) filled.push(table)
  }
  return filled
}

async function copyTable(client: pg.Client, { name, columns }: Table): Promise<void> {
  const id = name === 'company' ? 'id' : 'company_id'
  const written = columns.map((column) => `"${column.name}"`).join(', ')
  const values = columns.map((column) => copiedColumn(name, column)).join(', ')
  // One transaction: a failure leaves no empty table.
  await client.query(`
    create unlogged table bench_original as table ${name};
    truncate ${name};
    alter table ${name} disable trigger user;
    insert into ${name} (${written}) select ${values} from bench_original o left join bench_copy c on c.company_id = o.${id};
    alter table ${name} enable trigger user;
    drop table bench_original`)
}

function copiedColumn(table: string, { name, type }: Table['columns'][number]): string {
  const column = `o."${name}"`
  const company = 'coalesce(c.company, 0)'
  const place = `${table}.${name}`
  if (type === 'uuid') return `bench_copied(${column}, ${company})`
  if (type === 'uuid[]')
    return `case when ${column} is not null then array(select bench_copied(one, ${company}) from unnest(${column}) with ordinality as u (one, nth) order by nth) end`
  if (textsWithIds.has(place)) return `bench_copied_at_end(${column}, ${company})`
  if (place === 'event.data') return `bench_copied_offer(${column}, ${company})`
  // Unique.
  if (place === 'app_user.email') return `case when ${company} = 0 then ${column} else c.company || '.' || ${column} end`
  if (place === 'company.name') return `case when ${company} = 0 then ${column} else 'Sample Estates ' || c.company end`
  return column
}
