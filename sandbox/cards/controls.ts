// Control paths for tests, below /sandbox, with the secret key: faults, held webhooks, and counts of calls.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { identifyKey, recordOutcome } from './api.ts'
import type { SandboxContext } from './api.ts'
import { findOrThrow } from './account.ts'
import type { Outcome } from './account.ts'
import { chargeAccountFee } from './resources/balance.ts'
import { closeDispute, openDispute } from './resources/disputes.ts'
import { endRefund } from './resources/refund-results.ts'
import { Fault } from './faults.ts'
import { readBody } from './form-body.ts'
import { invalidRequest, resourceMissing, unknownUrl, secretKeyRequired } from './errors.ts'
import { createJsonReply } from './reply.ts'
import type { Reply } from './reply.ts'

const WebhookCommand = z.union([
  z.strictObject({ release: z.enum(['in_order', 'reversed']) }),
  z.strictObject({ resend: z.string() }),
])

const RefundCommand = z.strictObject({ refund: z.string(), status: z.enum(['succeeded', 'failed']) })

const FeeCommand = z.strictObject({ amount: z.number().int().min(1) })

const BankCommand = z.strictObject({ payment_intent: z.string(), outcome: z.enum(['won', 'lost']).optional() })

/**
 * GET, POST or DELETE /sandbox/faults lists, adds or clears faults. POST /sandbox/webhooks releases events that a `hold`
 * fault holds, or resends an old event; GET lists the events. GET /sandbox/requests?operation=… counts calls, DELETE resets
 * the count. POST /sandbox/disputes opens a dispute of an intent, or ends it when `outcome` is given. POST /sandbox/refunds
 * ends a refund as the bank does; POST /sandbox/fees charges the account a fee in poisha.
 */
export async function handleControls(ctx: SandboxContext, req: IncomingMessage, requestId: string): Promise<Reply> {
  if (identifyKey(ctx.keys, req.headers.authorization) !== 'secret') throw secretKeyRequired()
  const url = new URL(req.url ?? '/', 'http://sandbox')
  switch (`${req.method} ${url.pathname}`) {
    case 'GET /sandbox/faults':
      return toReply({ faults: ctx.faults.list() })
    case 'POST /sandbox/faults':
      ctx.faults.add(parse(Fault, await readBody(req)))
      return toReply({ faults: ctx.faults.list() })
    case 'DELETE /sandbox/faults':
      ctx.faults.clear()
      return toReply({ faults: [] })
    case 'GET /sandbox/requests':
      return toReply(countRequests(ctx, url.searchParams.get('operation') ?? undefined))
    case 'DELETE /sandbox/requests':
      ctx.requests.clear()
      return toReply({ count: 0, requests: [] })
    case 'GET /sandbox/webhooks':
      return toReply(listEventStates(ctx))
    case 'POST /sandbox/webhooks':
      return toReply(await runWebhookCommand(ctx, parse(WebhookCommand, await readBody(req))))
    case 'POST /sandbox/disputes':
      return toReply(await runBankCommand(ctx, requestId, parse(BankCommand, await readBody(req))))
    case 'POST /sandbox/refunds':
      return toReply(await endRefundByHand(ctx, requestId, parse(RefundCommand, await readBody(req))))
    case 'POST /sandbox/fees':
      return toReply(
        await record(ctx, requestId, chargeAccountFee(ctx.account, parse(FeeCommand, await readBody(req)).amount)),
      )
    default:
      throw unknownUrl(req.method ?? 'GET', url.pathname)
  }
}

function countRequests({ requests }: SandboxContext, operation?: string) {
  const matching = requests.list(operation)
  return { count: matching.length, requests: matching }
}

function listEventStates({ account, webhookSender }: SandboxContext) {
  const { events, undelivered } = account.ledger
  return {
    events: [...events.values()].map(({ id, type }) => ({ id, type, isDelivered: !undelivered.has(id) })),
    held: webhookSender.listHeldIds(),
  }
}

async function runWebhookCommand({ account, webhookSender }: SandboxContext, command: z.infer<typeof WebhookCommand>) {
  if ('release' in command) {
    await webhookSender.release(command.release)
    return { held: webhookSender.listHeldIds() }
  }
  const event = account.ledger.events.get(command.resend)
  if (!event) throw resourceMissing('event', command.resend, 'resend')
  return { answered: await webhookSender.resend(event) }
}

async function runBankCommand(
  ctx: SandboxContext,
  requestId: string,
  command: z.infer<typeof BankCommand>,
): Promise<object> {
  const { payment_intent: intentId, outcome } = command
  const { account } = ctx
  const result = outcome === undefined ? openDispute(account, intentId) : closeDispute(account, intentId, outcome)
  return record(ctx, requestId, result)
}

function endRefundByHand(ctx: SandboxContext, requestId: string, command: z.infer<typeof RefundCommand>) {
  const { ledger } = ctx.account
  const refund = findOrThrow(ledger.refunds, { kind: 'refund', id: command.refund, param: 'refund' })
  return record(ctx, requestId, endRefund(ctx.account, refund, command.status))
}

/** Stores the outcome and returns its body once it is on disk. */
async function record(ctx: SandboxContext, requestId: string, outcome: Outcome): Promise<object> {
  recordOutcome(ctx, outcome, { requestId, storedResponse: null })
  await ctx.account.ledger.flush()
  return outcome.body
}

function toReply(body: object): Reply {
  return createJsonReply(200, JSON.stringify(body))
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw invalidRequest(`Invalid control request: ${String(error)}`)
  }
}
