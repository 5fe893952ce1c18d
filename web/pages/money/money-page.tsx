import type { ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

const fetchMoney = async (client: Client) => {
  const [money, { destination }] = await Promise.all([client('GET /money'), client('GET /payouts/destination')])
  return { money, destination }
}
type Loaded = Awaited<ReturnType<typeof fetchMoney>>

/** Loads where the seller's money is, and where it is paid. */
export const loader = ({ context }: LoaderFunctionArgs) => toPageResult(fetchMoney(context.get(appContext).client))

const Sum = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

const Payouts = ({ payouts }: { payouts: Loaded['money']['payouts'] }) => {
  const { money } = useMessages(moneyMessages)
  const { taka, moment } = useFormat()
  if (payouts.length === 0) return <p>{money.none}</p>
  return (
    <ul className="dl">
      {payouts.map((payout) => (
        <li key={payout._id} className="panel">
          <p>
            <Link to={toDealPath(payout.dealId)}>{payout.productName}</Link>
          </p>
          <p>
            <b className="num">{taka(payout.amount)}</b> {money.states[payout.state]}{' '}
            <time dateTime={payout.createdAt}>{moment(payout.confirmedAt ?? payout.sentAt ?? payout.createdAt)}</time>
          </p>
          {payout.reference !== null && <p className="pay__id">{payout.reference}</p>}
        </li>
      ))}
    </ul>
  )
}

const DestinationForm = () => {
  const { money } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const send = async (form: FormData) => {
    const text = (name: string) => getFormText(form, name)
    const optional = (name: string) => (text(name) === '' ? {} : { [name]: text(name) })
    await client('PUT /payouts/destination', {
      body: {
        kind: text('kind') === 'bank' ? 'bank' : 'bkash',
        number: text('number'),
        holderName: text('holderName'),
        ...optional('bankName'),
        ...optional('routingNumber'),
        ...optional('password'),
        ...optional('code'),
      },
    })
    toast.success(money.saved)
    await revalidate()
  }
  const input = (name: string, label: string, problem: string | undefined, props: object = {}) => (
    <Field
      id={`destination-${name}`}
      name={name}
      label={label}
      type="text"
      maxLength={200}
      problem={problem}
      {...props}
    />
  )
  return (
    <AsyncForm
      messages={{ missing: money.missing, submit: money.save, submitting: money.saving }}
      fields={['kind', 'number', 'holderName', 'bankName', 'routingNumber', 'password', 'code']}
      onSend={send}
    >
      {(problems) => (
        <>
          <RadioBoxes
            name="kind"
            legend={money.kind}
            chosen="bkash"
            choices={[
              { value: 'bkash', label: money.bkash },
              { value: 'bank', label: money.bank },
            ]}
          />
          {input('number', money.number, problems['number'], { inputMode: 'numeric' })}
          {input('holderName', money.holderName, problems['holderName'], { autoComplete: 'name' })}
          {input('bankName', money.bankName, problems['bankName'], { optional: money.optional })}
          {input('routingNumber', money.routing, problems['routingNumber'], {
            optional: money.optional,
            inputMode: 'numeric',
          })}
          {input('password', money.password, problems['password'], {
            type: 'password',
            autoComplete: 'current-password',
            optional: money.optional,
          })}
          {input('code', money.code, problems['code'], {
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            optional: money.optional,
          })}
          <p className="hint">{money.waits}</p>
        </>
      )}
    </AsyncForm>
  )
}

const Deposits = ({ takesDeposits }: { takesDeposits: boolean }) => {
  const { money } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const toggle = () =>
    run(async () => {
      await client('PUT /money/settings', { body: { takesDeposits: !takesDeposits } })
      toast.success(money.depositsSaved)
      await revalidate()
    })
  return (
    <label className="check">
      <input type="checkbox" checked={takesDeposits} disabled={isBusy} onChange={toggle} /> {money.deposits}
    </label>
  )
}

const MoneyScreen = ({ money, destination }: Loaded) => {
  const { money: messages } = useMessages(moneyMessages)
  const { taka, moment } = useFormat()
  const failed = money.payouts.find(({ state }) => state === 'failed')
  return (
    <div className="deal__main">
      <p>{messages.lead}</p>
      {failed && <Note>{messages.failed(taka(failed.amount), failed.failure ?? '')}</Note>}
      <dl className="sums">
        <Sum label={messages.held}>{taka(money.held)}</Sum>
        <Sum label={messages.payable}>{taka(money.payable)}</Sum>
        <Sum label={messages.onItsWay}>{taka(money.onItsWay)}</Sum>
        <Sum label={messages.paidOut}>{taka(money.paidOut)}</Sum>
      </dl>
      <Payouts payouts={money.payouts} />
      <h2 className="h3">{messages.where}</h2>
      {destination === null ? (
        <Note>{messages.noDestination}</Note>
      ) : (
        <p>
          <b>{messages.current(messages[destination.kind], destination.last4)}</b>{' '}
          {messages.usable(moment(destination.usableAt))}
        </p>
      )}
      <DestinationForm />
      <Deposits takesDeposits={money.takesDeposits} />
    </div>
  )
}

export default function Money() {
  const { title } = useMessages()
  const { money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(money.title)}</title>
      <DealStyles />
      <DashboardHead>{money.title}</DashboardHead>
      {result.ok ? (
        <MoneyScreen {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
