// GET /api/payouts.csv: the prepared bank transfers for the bank's bulk transfer; GET /api/payouts.xlsx: the same for reading.
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { decryptNumber } from '#market/payouts/encryption.ts'
import type { Member } from '#market/schema/people/members.ts'
import { payoutDestinations, payouts } from '#market/schema/money/payouts.ts'
import { toTransferCsv, toTransferReference, toTransferXlsx, type TransferRow } from './rows.ts'

type BankFileDeps = { db: Database; now: () => Date; secret: string }

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
        reference: toTransferReference(payout.id),
      }))
    },
    // The entries have the accounts of the file, even when a seller changes one at this moment.
    { isolationLevel: 'repeatable read' },
  )

type BankFileCalls = Pick<typeof moneyCalls, 'GET /payouts.csv' | 'GET /payouts.xlsx'>

/** The handlers of the files of prepared bank transfers. */
export const bankFileRoutes = (deps: BankFileDeps): Handlers<BankFileCalls, Member> => {
  // An error is not offered as a file.
  const offer = (reply: FastifyReply, fileName: string) =>
    void reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return {
    'GET /payouts.csv': async ({ reply }) => {
      const file = toTransferCsv(await readTransfers(deps, 'payouts.csv'))
      offer(reply, 'payouts.csv')
      return file
    },
    'GET /payouts.xlsx': async ({ reply }) => {
      const file = await toTransferXlsx(await readTransfers(deps, 'payouts.xlsx'))
      offer(reply, 'payouts.xlsx')
      return file
    },
  }
}
