import { useState } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { type CaseName, isSaleCase, type ItemName, listItems, saleCases, type Side } from './checklist-items.ts'
import { useTicks } from './use-ticks.ts'

type Shown = {
  side: Side
  saleCase: CaseName
  ticks: readonly string[]
  onCase: (saleCase: CaseName) => void
  onTick: (item: ItemName, isTicked: boolean) => void
}

/** The checklist of one case. */
export const ChecklistOfCase = ({ side, saleCase, ticks, onCase, onTick }: Shown) => {
  const messages = useMessages(transferMessages).checklist
  const { count } = useFormat()
  const items = listItems(side, saleCase)
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
          value={saleCase}
          onChange={({ target: { value } }) => isSaleCase(value) && onCase(value)}
        >
          {saleCases.map((name) => (
            <option key={name} value={name}>
              {messages.cases[name]}
            </option>
          ))}
        </select>
      </div>
      {items.map((item) => (
        <label key={item} className="tick">
          <input
            type="checkbox"
            checked={ticks.includes(item)}
            onChange={({ target }) => onTick(item, target.checked)}
          />
          <b>{messages.items[item]}</b>
          {hints[item] !== undefined && <small>{hints[item]}</small>}
        </label>
      ))}
    </section>
  )
}

/** What a side brings or does, by case. Ticks need no connection. */
export const Checklist = ({ id, side, ticks: serverTicks }: { id: string; side: Side; ticks: readonly string[] }) => {
  const { ticks, tick } = useTicks(id, serverTicks)
  const [saleCase, setSaleCase] = useState<CaseName>('person')
  return <ChecklistOfCase side={side} saleCase={saleCase} ticks={ticks} onCase={setSaleCase} onTick={tick} />
}
