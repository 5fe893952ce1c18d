// Minimal server for a list: node:http, one prepared pg query, and JSON.stringify.
//   node benchmarks/baseline/bare-list.ts <folder of PostgreSQL's socket> — prints its port.
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

const connections = 12

const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'motohaat', max: connections })

const list = {
  name: 'bare_list',
  text: `select bikes.id as _id, slug, bikes.name as "productName", sale_price_taka as "salePrice",
      original_price_taka as "originalPrice", bought_in_year as "purchaseTime", years_used as "usedTime", condition,
      seller_name as "sellerName", contact_number as "contactNumber", location, category as name,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'DD/MM/YYYY') as date,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'FMHH12:MI AM') as time,
      'available' as status, picture as image, verified_at is not null as verification, 'off' as advertise, false as paid
    from bikes join members on members.id = seller_id
    where sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null and (advertised_at is not null, bikes.id) < (false, $1::uuid)
    order by advertised_at is not null desc, bikes.id desc limit 101`,
}

const respond = async (url: string, response: ServerResponse): Promise<void> => {
  const { rows } = await pool.query({ ...list, values: [/cursor=n([\w-]+)/.exec(url)?.[1]] })
  const bytes = Buffer.from(JSON.stringify(rows.slice(0, 100)))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}

const server = createServer((request, response) => void respond(request.url ?? '', response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
