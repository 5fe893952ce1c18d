import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { calculateInstalment } from './calculate-instalment.ts'

// Usual terms of banks in Bangladesh.
const defaultLoan = { downPercent: 20, months: 24, yearlyPercent: 12 }
const downPercentOptions = [0, 10, 20, 30, 40, 50]
const monthsOptions = [12, 18, 24, 36, 48]
const yearlyPercentOptions = [0, 9, 10, 11, 12, 13, 14, 15, 17]

type LoanSelectProps = {
  id: string
  label: string
  value: number
  options: number[]
  format: (value: number) => string
  onChange: (value: number) => void
}

const LoanSelect = ({ id, label, value, options, format, onChange }: LoanSelectProps) => (
  <div className="field needs-scripts">
    <label htmlFor={id}>{label}</label>
    <select className="input" id={id} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {options.map((option) => (
        <option key={option} value={option}>
          {format(option)}
        </option>
      ))}
    </select>
  </div>
)

/** Monthly cost of the bike on a bank loan, folded. Without JavaScript it shows the usual terms. */
export const InstalmentCalculator = ({ priceTaka }: { priceTaka: number }) => {
  const { instalment: messages } = useMessages(bikePageMessages)
  const { taka, digits } = useFormat()
  const [loan, setLoan] = useState(defaultLoan)
  const { downTaka, monthlyTaka, interestTaka } = calculateInstalment({ priceTaka, ...loan })
  const formatPercent = (value: number) => `${digits(value)}%`
  const changeLoan = (change: Partial<typeof defaultLoan>) => setLoan({ ...loan, ...change })
  return (
    <details className="folded instalment">
      <summary>
        <h2>{messages.heading}</h2>
        <span className="num">{messages.perMonth(taka(monthlyTaka), digits(loan.months), taka(downTaka))}</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <p className="instalment__lead">{messages.lead}</p>
      <div className="instalment__asked">
        <LoanSelect
          id="loan-down"
          label={messages.down}
          value={loan.downPercent}
          options={downPercentOptions}
          format={formatPercent}
          onChange={(downPercent) => changeLoan({ downPercent })}
        />
        <LoanSelect
          id="loan-months"
          label={messages.months}
          value={loan.months}
          options={monthsOptions}
          format={(months) => messages.monthCount(digits(months))}
          onChange={(months) => changeLoan({ months })}
        />
        <LoanSelect
          id="loan-rate"
          label={messages.rate}
          value={loan.yearlyPercent}
          options={yearlyPercentOptions}
          format={formatPercent}
          onChange={(yearlyPercent) => changeLoan({ yearlyPercent })}
        />
      </div>
      <dl className="instalment__sums" aria-live="polite">
        <div>
          <dt>{messages.monthly}</dt>
          <dd className="num">
            <b>{taka(monthlyTaka)}</b> <small>× {messages.monthCount(digits(loan.months))}</small>
          </dd>
        </div>
        <div>
          <dt>{messages.first}</dt>
          <dd className="num">{taka(downTaka)}</dd>
        </div>
        <div>
          <dt>{messages.interest}</dt>
          <dd className="num">{taka(interestTaka)}</dd>
        </div>
      </dl>
      <p className="hint">{messages.note}</p>
    </details>
  )
}
