// Sellers who upload pictures one after the other, and whether every acknowledged picture can be read afterwards.
import type pg from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { secret } from '#benchmarks/load/benchmark-app.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'
import type { SendRequest } from '#benchmarks/measurement/http-client.ts'

// A seller may have sixty pictures that no bike uses.
const sellers = 30

const SellerRows = z.array(z.object({ id: z.string() })).min(1)
const UploadResponse = z.object({ data: z.object({ url: z.string() }) })

/** Logs some sellers in, without passwords. Returns a token of each in turn, which is new each time. */
const createSellerTokens = async (db: pg.Client, publicUrl: string): Promise<() => Promise<string>> => {
  const { rows } = await db.query('select distinct seller_id as id from bikes limit $1', [sellers])
  const sessions = SellerRows.parse(rows).map(({ id }) => ({ memberId: id, sessionId: v7() }))
  for (const { memberId, sessionId } of sessions)
    await db.query(
      `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
       values ($1, $2, gen_random_uuid()::text, now() + interval '1 day', now(), now())`,
      [sessionId, memberId],
    )
  const tokens = createAccessTokens({ secret, publicUrl })
  let next = 0
  return () => {
    next += 1
    const session = sessions[next % sessions.length]
    if (!session) throw new Error('The database has no sellers.')
    return tokens.sign(session, new Date())
  }
}

export type Uploads = {
  action: Action
  /** Counts acknowledged pictures that cannot be read. */
  countLost(): Promise<number>
}

export const createUploads = async (db: pg.Client, send: SendRequest, publicUrl: string): Promise<Uploads> => {
  const getToken = await createSellerTokens(db, publicUrl)
  const acknowledged: string[] = []
  const action = async (): Promise<number> => {
    const form = new Response(createUploadForm(await createUniqueJpeg()))
    const type = form.headers.get('content-type') ?? ''
    const body = new Uint8Array(await form.arrayBuffer())
    const { status, text } = await send('/api/images', { method: 'POST', token: await getToken(), type, body })
    if (status === 200) acknowledged.push(new URL(UploadResponse.parse(JSON.parse(text)).data.url, publicUrl).pathname)
    return status
  }
  const countLost = async () => {
    let lost = 0
    for (const path of acknowledged) if ((await send(path)).status !== 200) lost += 1
    return lost
  }
  return { action, countLost }
}
