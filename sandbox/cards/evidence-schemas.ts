// What a seller could hand in against a dispute. The sandbox accepts none, so every field is empty.
import { z } from 'zod'

const AlwaysNull = z.null().default(null)

const EmptyFields = z.record(
  z.enum([
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'customer_communication',
    'customer_email_address',
    'customer_name',
    'customer_purchase_ip',
    'customer_signature',
    'duplicate_charge_documentation',
    'duplicate_charge_explanation',
    'duplicate_charge_id',
    'product_description',
    'receipt',
    'refund_policy',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'service_date',
    'service_documentation',
    'shipping_address',
    'shipping_carrier',
    'shipping_date',
    'shipping_documentation',
    'shipping_tracking_number',
    'uncategorized_file',
    'uncategorized_text',
  ]),
  z.null(),
)

const emptyFields = EmptyFields.parse(Object.fromEntries(EmptyFields.keyType.options.map((name) => [name, null])))

/** Every field of the evidence, all of them empty. */
export const Evidence = z
  .object({ enhanced_evidence: z.object({}).default({}) })
  .transform((evidence) => ({ ...emptyFields, ...evidence }))

export const EvidenceDetails = z.object({
  due_by: AlwaysNull,
  enhanced_eligibility: z.object({}).default({}),
  has_evidence: z.literal(false).default(false),
  past_due: z.literal(false).default(false),
  submission_count: z.literal(0).default(0),
  submission_method: z.literal('not_submitted').default('not_submitted'),
})
