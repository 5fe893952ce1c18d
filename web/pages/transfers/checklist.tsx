import { useState } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { useTicks } from './use-ticks.ts'

type ItemName = keyof ReturnType<typeof useItemTexts>['items']
type CaseName = keyof ReturnType<typeof useItemTexts>['cases']
type Side = 'buyer' | 'seller'

const useItemTexts = () => useMessages(transferMessages).checklist

const itemsBySide: Record<Side, readonly ItemName[]> = {
  buyer: [
    'smart_card',
    'sale_receipt',
    'form_to',
    'form_tto',
    'nid_copies',
    'photos',
    'affidavits',
    'fee_receipt',
    'the_bike',
  ],
  seller: ['give_card', 'sale_receipt', 'form_tto', 'nid_copies', 'affidavits', 'tell_brta'],
}
const itemsByCase: Record<CaseName, readonly ItemName[]> = {
  person: [],
  company: ['company_letter'],
  heirs: ['heirs_papers'],
  loan: ['bank_release'],
}
const cases = ['person', 'company', 'heirs', 'loan'] as const

const isCase = (text: string): text is CaseName => Object.hasOwn(itemsByCase, text)

/** What a side brings or does, by case. Ticks need no connection. */
export const Checklist = ({ id, side, ticks: serverTicks }: { id: string; side: Side; ticks: readonly string[] }) => {
  const messages = useItemTexts()
  const { count } = useFormat()
  const { ticks, tick } = useTicks(id, serverTicks)
  const [chosen, setChosen] = useState<CaseName>('person')
  const items = [...itemsBySide[side], ...itemsByCase[chosen]]
  const hints: Partial<Record<ItemName, string>> = messages.hints
  const done = items.filter((item) => ticks.includes(item)).length
  return (
    <section className="panel" aria-labelledby="checklist">
      <div className="ticks__top">
        <h2 id="checklist">{messages.heading[side]}</h2>
        <span className="num" role="status">
          {messages.count(count(done), count(items.length))}
        </span>
      </div>
      <small>{messages.offline}</small>
      <div className="field">
        <label htmlFor="transfer-case">{messages.case}</label>
        <select
          className="input"
          id="transfer-case"
          value={chosen}
          onChange={({ target: { value } }) => isCase(value) && setChosen(value)}
        >
          {cases.map((name) => (
            <option key={name} value={name}>
              {messages.cases[name]}
            </option>
          ))}
        </select>
      </div>
      {items.map((item) => (
        <label key={item} className="tick">
          <input type="checkbox" checked={ticks.includes(item)} onChange={({ target }) => tick(item, target.checked)} />
          <b>{messages.items[item]}</b>
          {hints[item] !== undefined && <small>{hints[item]}</small>}
        </label>
      ))}
    </section>
  )
}
