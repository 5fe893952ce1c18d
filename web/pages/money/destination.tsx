import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealPayoutMessages } from '#web/i18n/en/deal-payout.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { AccountOfPassword } from '#web/ui/forms/account-of-password.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { toast } from '#web/ui/toast.ts'

type SavedDestination = z.output<(typeof moneyCalls)['GET /payouts/destination']['response']>['destination']
type Kind = 'bkash' | 'bank'
const kinds: readonly Kind[] = ['bkash', 'bank']

const KindChoice = ({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) => {
  const { money } = useMessages(moneyMessages)
  return (
    <fieldset className="field">
      <legend>{money.kind}</legend>
      <div className="choices">
        {kinds.map((value) => (
          <label key={value} className="choice">
            <input type="radio" name="kind" value={value} checked={value === kind} onChange={() => onChoose(value)} />
            <span>{money[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const BankFields = ({ problems }: { problems: Problems }) => {
  const { money } = useMessages(moneyMessages)
  return (
    <>
      <Field
        id="destination-bankName"
        name="bankName"
        label={money.bankName}
        type="text"
        maxLength={80}
        problem={problems['bankName']}
      />
      <Field
        id="destination-routingNumber"
        name="routingNumber"
        label={money.routing}
        hint={money.routingHint}
        type="text"
        inputMode="numeric"
        maxLength={20}
        problem={problems['routingNumber']}
      />
    </>
  )
}

/** How a person proves that the change is theirs. */
export type Proofs = { hasPassword: boolean; hasSecondFactor: boolean }

/** Password and code of the authenticator app, so that nobody else can change the number: those that the person has. */
const ProofFields = ({ problems, proofs }: { problems: Problems; proofs: Proofs }) => {
  const { money } = useMessages(moneyMessages)
  return (
    <>
      <AccountOfPassword />
      {proofs.hasPassword && (
        <Field
          id="destination-password"
          name="password"
          label={money.password}
          hint={money.passwordHint}
          type="password"
          autoComplete="current-password"
          maxLength={200}
          problem={problems['password']}
        />
      )}
      {proofs.hasSecondFactor && (
        <Field
          id="destination-code"
          name="code"
          label={money.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          problem={problems['code']}
        />
      )}
    </>
  )
}

type FormProps = { isFirst: boolean; proofs: Proofs; onSaved: () => void }

const DestinationForm = ({ isFirst, proofs, onSaved }: FormProps) => {
  const { money } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<Kind>('bkash')
  const send = async (form: FormData) => {
    const text = (name: string) => getFormText(form, name)
    const optional = (name: string) => (text(name) === '' ? {} : { [name]: text(name) })
    await client('PUT /payouts/destination', {
      body: {
        kind,
        number: text('number'),
        holderName: text('holderName'),
        ...(kind === 'bank' && { ...optional('bankName'), ...optional('routingNumber') }),
        ...optional('password'),
        ...optional('code'),
      },
    })
    toast.success(isFirst ? money.savedFirst : money.saved)
    onSaved()
    await revalidate()
  }
  return (
    <AsyncForm
      messages={{ missing: money.missing, submit: money.save, submitting: money.saving }}
      fields={['kind', 'number', 'holderName', 'bankName', 'routingNumber', 'password', 'code']}
      onSend={send}
    >
      {(problems) => (
        <>
          <KindChoice kind={kind} onChoose={setKind} />
          <Field
            id="destination-number"
            name="number"
            label={money.numbers[kind]}
            type={kind === 'bkash' ? 'tel' : 'text'}
            inputMode="numeric"
            maxLength={40}
            problem={problems['number']}
          />
          <Field
            id="destination-holderName"
            name="holderName"
            label={money.holderName}
            type="text"
            autoComplete="name"
            maxLength={80}
            problem={problems['holderName']}
          />
          {kind === 'bank' && <BankFields problems={problems} />}
          <ProofFields problems={problems} proofs={proofs} />
          {!isFirst && (
            <p className="note note--warn">
              <span>{money.waits}</span>
            </p>
          )}
        </>
      )}
    </AsyncForm>
  )
}

const Current = ({ destination, nowMs }: { destination: NonNullable<SavedDestination>; nowMs: number }) => {
  const { money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { digits } = useFormat()
  const isWaiting = new Date(destination.usableAt).getTime() > nowMs
  return (
    <span>
      <b>{money.current(money.kinds[destination.kind], digits(destination.last4))}</b>, {destination.holderName}
      {isWaiting && <>. {money.usable(times.at(destination.usableAt))}</>}
    </span>
  )
}

/** Where the seller is paid; the form that changes it opens on request. */
export const Destination = ({
  destination,
  proofs,
  nowMs,
  readyTaka,
}: {
  destination: SavedDestination
  proofs: Proofs
  nowMs: number
  /** What could be sent to the seller now, in Taka. */
  readyTaka: number
}) => {
  const { money } = useMessages(moneyMessages)
  const { noDestination, add } = useMessages(dealPayoutMessages)
  const { taka } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="destination" aria-labelledby="where">
      <h2 className="h3" id="where" tabIndex={-1}>
        {money.where}
      </h2>
      <div className={destination === null ? 'note note--warn' : 'note'}>
        {destination === null ? (
          <span>{readyTaka > 0 ? money.ready(taka(readyTaka)) : noDestination}</span>
        ) : (
          <Current destination={destination} nowMs={nowMs} />
        )}
      </div>
      {isOpen ? (
        <DestinationForm isFirst={destination === null} proofs={proofs} onSaved={() => setIsOpen(false)} />
      ) : (
        <button
          className={destination === null ? 'btn btn--primary' : 'btn btn--line'}
          type="button"
          onClick={() => setIsOpen(true)}
        >
          {destination === null ? add : money.change}
        </button>
      )}
    </section>
  )
}
