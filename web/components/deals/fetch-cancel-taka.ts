import type { Client } from '#contract/client.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'

/** What the buyer would get back on cancelling now, in Taka; null while nothing is paid, and where nobody may cancel. */
export const fetchCancelTaka = async (client: Client, { _id: id, paid, acts }: Deal): Promise<number | null> =>
  paid > 0 && acts.includes('cancel') ? (await client('GET /deals/:id/rules', { params: { id } })).cancelNow : null
