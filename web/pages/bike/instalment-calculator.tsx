import { useState } from 'react'
import { bikePage } from '#web/i18n/en/bike-page.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'
import { instalmentOf } from './calculate-instalment.ts'

// What banks here ask as a rule.
const usual = { downPercent: 20, months: 24, yearlyPercent: 12 }
const chooseDown = [0, 10, 20, 30, 40, 50]
const chooseMonths = [12, 18, 24, 36, 48]
const chooseRate = [0, 9, 10, 11, 12, 13, 14, 15, 17]

type ChoiceProps = {
  id: string
  label: string
  value: number
  options: number[]
  spell: (value: number) => string
  onChoose: (value: number) => void
}

const Choice = ({ id, label, value, options, spell, onChoose }: ChoiceProps) => (
  <div className="field needs-scripts">
    <label htmlFor={id}>{label}</label>
    <select className="input" id={id} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
      {options.map((option) => (
        <option key={option} value={option}>
          {spell(option)}
        </option>
      ))}
    </select>
  </div>
)

/** What the bike would cost on a bank loan. Without scripts it shows the usual loan. */
export const Instalments = ({ priceTaka }: { priceTaka: number }) => {
  const { instalment: words } = useChapter(bikePage)
  const { taka, digits } = useFigures()
  const [loan, setLoan] = useState(usual)
  const { downTaka, monthlyTaka, interestTaka } = instalmentOf({ priceTaka, ...loan })
  const percent = (value: number) => `${digits(value)}%`
  const choose = (change: Partial<typeof usual>) => setLoan({ ...loan, ...change })
  return (
    <section className="instalment">
      <h2 className="h3">{words.heading}</h2>
      <p className="instalment__lead">{words.lead}</p>
      <div className="instalment__asked">
        <Choice
          id="loan-down"
          label={words.down}
          value={loan.downPercent}
          options={chooseDown}
          spell={percent}
          onChoose={(downPercent) => choose({ downPercent })}
        />
        <Choice
          id="loan-months"
          label={words.months}
          value={loan.months}
          options={chooseMonths}
          spell={(months) => words.monthsOf(digits(months))}
          onChoose={(months) => choose({ months })}
        />
        <Choice
          id="loan-rate"
          label={words.rate}
          value={loan.yearlyPercent}
          options={chooseRate}
          spell={percent}
          onChoose={(yearlyPercent) => choose({ yearlyPercent })}
        />
      </div>
      <dl className="instalment__sums" aria-live="polite">
        <div>
          <dt>{words.monthly}</dt>
          <dd className="num">
            <b>{taka(monthlyTaka)}</b> <small>× {words.monthsOf(digits(loan.months))}</small>
          </dd>
        </div>
        <div>
          <dt>{words.first}</dt>
          <dd className="num">{taka(downTaka)}</dd>
        </div>
        <div>
          <dt>{words.interest}</dt>
          <dd className="num">{taka(interestTaka)}</dd>
        </div>
      </dl>
      <p className="hint">{words.note}</p>
    </section>
  )
}
