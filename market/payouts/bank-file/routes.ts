// GET /api/payouts.csv: the prepared bank transfers for the bank's bulk transfer; GET /api/payouts.xlsx: the same for reading.
// Not calls of the contract, because they are files; cashiers get them with their access token.
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { withActor } from '#platform/database/actor.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Authenticator } from '#platform/http/router.ts'
import { decryptNumber } from '#market/payouts/encryption.ts'
import type { Member } from '#market/schema/people/members.ts'
import { payoutDestinations, payouts } from '#market/schema/money/payouts.ts'
import { toTransferCsv, toTransferXlsx, type TransferRow } from './rows.ts'

type BankFileDeps = {
  db: Database
  now: () => Date
  secret: string
  authenticator: Pick<Authenticator<Member>, 'authenticate' | 'mayAccess'>
  /** Counts the request; refuses it above the limit. */
  rateLimit: (request: FastifyRequest) => Promise<void>
}

const maxTransfers = 1_000

const listTransfers = (tx: Transaction, now: Date) =>
  tx
    .select({ payout: payouts, destination: payoutDestinations })
    .from(payouts)
    .innerJoin(payoutDestinations, eq(payoutDestinations.memberId, payouts.sellerId))
    .where(
      and(
        eq(payouts.state, 'due'),
        eq(payouts.way, 'bank'),
        isNotNull(payouts.requestedBy),
        isNull(payouts.frozenAt),
        // The destination that was prepared, and none that was changed a moment ago.
        eq(payoutDestinations.kind, 'bank'),
        eq(payoutDestinations.version, payouts.destinationVersion),
        lte(payoutDestinations.usableAt, now),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(maxTransfers)

/** The transfers of the file. When this returns, the audit log says of each payout who downloaded its account number. */
const readTransfers = ({ db, now, secret }: BankFileDeps, fileName: string): Promise<TransferRow[]> =>
  db.transaction(
    async (tx) => {
      const rows = await listTransfers(tx, now())
      const ids = rows.map(({ payout }) => payout.id)
      await tx.execute(sql`select record_account_numbers_in_file(${sql.param(ids)}::uuid[], ${fileName})`)
      return rows.map(({ payout, destination }) => ({
        holderName: destination.holderName,
        number: decryptNumber(secret, destination),
        bankName: destination.bankName ?? '',
        routingNumber: destination.routingNumber ?? '',
        amountTaka: payout.amountTaka,
        // Only A to Z and digits, because banks cut or refuse the rest.
        reference: `MH${payout.id.replaceAll('-', '').slice(-12).toUpperCase()}`,
      }))
    },
    // The entries have the accounts of the file, even when a seller changes one at this moment.
    { isolationLevel: 'repeatable read' },
  )

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: toTransferCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: toTransferXlsx },
} as const

/** Serves the files of prepared bank transfers. */
export const serveBankFile = (app: FastifyInstance, deps: BankFileDeps): void => {
  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/api/payouts.${format}`, { onRequest: deps.rateLimit }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const me = await deps.authenticator.authenticate(request)
      if (!me) throw new ApiError('not_signed_in')
      if (!deps.authenticator.mayAccess(me, 'cashier')) throw new ApiError('role_not_allowed')
      const { type, write } = formats[format]
      const fileName = `payouts.${format}`
      const actor = { actor: me.id, request: request.id, address: request.ip }
      const file = await write(await withActor(actor, () => readTransfers(deps, fileName)))
      void reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.type(type).send(file)
    })
}
