// Minimal server for a list: node:http, one prepared pg query, and JSON.stringify.
//   node benchmarks/baseline/bare-list.ts <folder of PostgreSQL's socket> [chats] — prints its port.
// The list is one of bikes (?cursor=n<id of a bike>), or the conversations of a seller (?seller=<id>).
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

const connections = 12

const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'motohaat', max: connections })

const bikes = {
  name: 'bare_list',
  text: `select bikes.id as _id, slug, bikes.name as "productName", sale_price_taka as "salePrice",
      original_price_taka as "originalPrice", bought_in_year as "purchaseTime", years_used as "usedTime", condition,
      seller_name as "sellerName", contact_number as "contactNumber", location, category as name,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'DD/MM/YYYY') as date,
      to_char(bikes.created_at at time zone 'Asia/Dhaka', 'FMHH12:MI AM') as time,
      'available' as status, picture as image, verified_at is not null as verification, 'off' as advertise, false as paid,
      papers_level as "papersLevel", inspected_at is not null as "isInspected"
    from bikes join members on members.id = seller_id
    where sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null and (advertised_at is not null, bikes.id) < (false, $1::uuid)
    order by advertised_at is not null desc, bikes.id desc limit 101`,
}

// What a seller without deals sees of each conversation.
const chats = {
  name: 'bare_chats',
  text: `select chats.id as _id, 'seller' as side, bikes.id as "productId", slug, bikes.name as "productName", picture as image,
      sale_price_taka as price, 'available' as status, split_part(buyer.name, ' ', 1) as "otherName", seller_unread as unread,
      message.number, sender = 'seller' as "isMine", shown_body as text, body <> shown_body as "isMasked", message.at
    from (select * from chats where seller_id = $1::uuid order by last_message_id desc limit 51) as chats
    join bikes on bikes.id = chats.bike_id join members as buyer on buyer.id = chats.buyer_id
    join chat_messages as message on message.id = chats.last_message_id
    order by last_message_id desc`,
}

const list = process.argv[3] === 'chats' ? chats : bikes

const respond = async (url: string, response: ServerResponse): Promise<void> => {
  const { rows } = await pool.query({ ...list, values: [/(?:cursor=n|seller=)([\w-]+)/.exec(url)?.[1]] })
  const bytes = Buffer.from(JSON.stringify(rows.slice(0, 100)))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
}

const server = createServer((request, response) => void respond(request.url ?? '', response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
