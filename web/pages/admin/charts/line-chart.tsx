import { levelCounters } from '#contract/admin/overview-counters.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { overviewMessages } from '#web/i18n/en/overview.ts'
import { isMoney, type Series } from '../overview-data.ts'
import { CounterLink } from './counter-link.tsx'
import { CsvButton } from './csv-button.tsx'

const [width, height, left, top, bottom] = [320, 122, 4, 20, 98]
const plotWidth = 304
const plotHeight = bottom - top

/** The path of a line through the values, from the lowest value that is drawn to the highest. */
const toPath = (values: readonly number[], { low, high }: { low: number; high: number }): string => {
  const step = plotWidth / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = bottom - ((value - low) / Math.max(1, high - low)) * plotHeight
    return `${(left + index * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** 2026-11-22 → 22 Nov */
const useDay = (): ((day: string) => string) => {
  const { months } = useMessages(overviewMessages)
  const { digits } = useFormat()
  return (day) => `${digits(Number(day.slice(8)))} ${months[Number(day.slice(5, 7)) - 1]}`
}

const Lines = ({
  series: { values, before },
  days,
  label,
  format,
}: {
  series: Series
  days: readonly string[]
  label: string
  format: (value: number) => string
}) => {
  const formatDay = useDay()
  const all = [...values, ...before]
  const range = { low: Math.min(0, ...all), high: Math.max(1, ...all) }
  const path = toPath(values, range)
  // Today is not over.
  const lastPoint = path.lastIndexOf('L')
  const [, lastY = String(bottom)] = path.slice(lastPoint + 1).split(' ')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="line-chart__floor" d={`M${left} ${top}H${left + plotWidth + 4}`} />
      <path className="line-chart__floor" d={`M${left} ${bottom}H${left + plotWidth + 4}`} />
      <text x={left} y={top - 4}>
        {format(range.high)}
      </text>
      <path className="line-chart__before" d={toPath(before, range)} />
      <path className="line-chart__line" d={path.slice(0, lastPoint)} />
      <path className="line-chart__today" d={`M${path.slice(path.lastIndexOf('L', lastPoint - 1) + 1)}`} />
      <circle className="line-chart__last" cx={left + plotWidth} cy={lastY} r="4.5" />
      <text x={left} y={height - 2}>
        {formatDay(days[0] ?? '')}
      </text>
      <text x={left + plotWidth + 4} y={height - 2} textAnchor="end">
        {formatDay(days.at(-1) ?? '')}
      </text>
    </svg>
  )
}

/** Counters whose past days have lists: not levels, and of searches the page lists those of the period alone. */
const hasDayLists = ({ name }: Series): boolean => !levelCounters.has(name) && name !== 'searches_empty'

const DayTable = ({ series, days, caption }: { series: Series; days: readonly string[]; caption: string }) => {
  const { columns } = useMessages(overviewMessages)
  const formatDay = useDay()
  const { taka, count } = useFormat()
  const format = isMoney(series.name) ? taka : count
  return (
    <table className="figures">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.day}</th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{columns.before}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((one, index) => (
          <tr key={one}>
            <th scope="row">{formatDay(one)}</th>
            <td className="num">
              {hasDayLists(series) && series.values[index] ? (
                <CounterLink name={series.name} days={{ from: one, to: one }}>
                  {format(series.values[index])}
                </CounterLink>
              ) : (
                format(series.values[index] ?? 0)
              )}
            </td>
            <td className="num">{format(series.before[index] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One counter by day: a line of the period and a dashed one of the period before, as a table, and as a file. */
export const LineChart = ({ series, days }: { series: Series; days: readonly string[] }) => {
  const messages = useMessages(overviewMessages)
  const { taka, count } = useFormat()
  const format = isMoney(series.name) ? taka : count
  const name = messages.counters[series.name]
  const rows = days.map((day, index) => [day, series.values[index] ?? 0, series.before[index] ?? 0])
  const today = days.at(-1) ?? ''
  return (
    <figure className="line-chart">
      <figcaption>
        <CounterLink name={series.name} days={{ from: today, to: today }}>
          {name}
        </CounterLink>
        <span className="num">{messages.today(format(series.values.at(-1) ?? 0))}</span>
      </figcaption>
      <Lines
        series={series}
        days={days}
        format={format}
        label={messages.chart(name, series.values.map(format).join(', '))}
      />
      <div className="line-chart__foot">
        <details>
          <summary>
            {messages.asTable} <span className="sr-only">{name}</span>
          </summary>
          <DayTable series={series} days={days} caption={name} />
        </details>
        <CsvButton name={name} file={series.name} columns={['day', series.name, 'before']} rows={rows} />
      </div>
    </figure>
  )
}
