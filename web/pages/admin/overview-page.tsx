import { ChevronDown } from 'lucide'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { levelCounters, overviewPeriods } from '#contract/admin/overview-counters.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { overviewMessages } from '#web/i18n/en/overview.ts'
import overviewStyles from '#web/styles/overview.css?url'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { CsvButton } from './charts/csv-button.tsx'
import { CounterLink } from './charts/counter-link.tsx'
import { LineChart } from './charts/line-chart.tsx'
import {
  chartedCounters,
  type Days,
  getDays,
  isMoney,
  isZero,
  type OverviewData,
  parsePeriod,
  type Period,
  type Series,
  shownCharts,
  summarize,
  toCounterTable,
} from './overview-data.ts'
import { DealSteps, EmptySearches, QueueAges, QueueTiles } from './overview-lists.tsx'

/** Loads the figures of the period that the URL names. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const period = parsePeriod(new URL(request.url).searchParams)
  const { client } = context.get(appContext)
  return { period, result: await toPageResult(client('GET /overview', { query: { days: period } })) }
}

const Periods = ({ period }: { period: Period }) => {
  const { period: label, periods } = useMessages(overviewMessages)
  return (
    <nav className="periods" aria-label={label}>
      {overviewPeriods.map((days) => (
        <Link key={days} to={`?days=${days}`} preventScrollReset aria-current={days === period ? 'page' : undefined}>
          {periods[days]}
        </Link>
      ))}
    </nav>
  )
}

/** The counters that were zero, and before as well: their names, folded into one line. */
const ZeroTiles = ({ zeros, days }: { zeros: readonly Series[]; days: Days }) => {
  const { counters, zeroTiles } = useMessages(overviewMessages)
  if (zeros.length === 0) return null
  return (
    <details className="folded overview__empty">
      <summary>
        <b>{zeroTiles(zeros.length)}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <ul>
        {zeros.map(({ name }) => (
          <li key={name}>
            <CounterLink name={name} days={days}>
              {counters[name]}
            </CounterLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The numbers of the period, each beside that of the period before. */
const CounterTiles = ({ charted, period, days }: { charted: readonly Series[]; period: Period; days: Days }) => {
  const isZeroTile = (series: Series): boolean => {
    const { value, compared } = summarize(series, period)
    return value === 0 && compared === 0
  }
  const shown = charted.filter((series) => !isZeroTile(series))
  return (
    <>
      {shown.length > 0 && (
        <ul className="stats">
          {shown.map((series) => (
            <CounterTile key={series.name} series={series} period={period} days={days} />
          ))}
        </ul>
      )}
      <ZeroTiles zeros={charted.filter(isZeroTile)} days={days} />
    </>
  )
}

const CounterTile = ({ series, period, days }: { series: Series; period: Period; days: Days }) => {
  const { counters, compared, before, levelBefore } = useMessages(overviewMessages)
  const { taka, count } = useFormat()
  const format = isMoney(series.name) ? taka : count
  const numbers = summarize(series, period)
  const when = period === '1' && levelCounters.has(series.name) ? levelBefore : before[period]
  return (
    <li>
      <CounterLink name={series.name} days={days} className="stat">
        <span className="stat__name">{counters[series.name]}</span>
        <b className="num">{format(numbers.value)}</b>
        <small>{compared(format(numbers.compared), when)}</small>
      </CounterLink>
    </li>
  )
}

/** The charts of what happened: the first ones shown, the others folded, and a line that names what did not happen. */
const Charts = ({ charted, days }: { charted: readonly Series[]; days: readonly string[] }) => {
  const messages = useMessages(overviewMessages)
  const { count } = useFormat()
  const charts = charted
    .filter((series) => !isZero(series))
    .map((series) => <LineChart key={series.name} series={series} days={days} />)
  const zeros = charted.filter(isZero).map(({ name }) => messages.counters[name])
  return (
    <>
      <h2>{messages.charts(days.length)}</h2>
      <p className="overview__legend">{messages.legend(days.length)}</p>
      <div className="line-charts">
        {charts.slice(0, shownCharts)}
        {zeros.length > 0 && (
          <p className="line-chart overview__legend">{messages.zeros(days.length, zeros.join(', '))}</p>
        )}
      </div>
      {charts.length > shownCharts && (
        <details className="folded line-charts__more">
          <summary>
            <b>{messages.moreCharts(count(charts.length - shownCharts))}</b>
            <Icon of={ChevronDown} size={20} />
          </summary>
          <div className="line-charts">{charts.slice(shownCharts)}</div>
        </details>
      )}
    </>
  )
}

/** All counters by day in one file, also those that are not charted or were zero. */
const AllCounters = ({ overview }: { overview: OverviewData }) => {
  const { allCounters } = useMessages(overviewMessages)
  return <CsvButton name={allCounters} isNamed file="counters" {...toCounterTable(overview)} />
}

const Figures = ({ overview, period }: { overview: OverviewData; period: Period }) => {
  const messages = useMessages(overviewMessages)
  const { days, counters, queues, emptySearches } = overview
  const charted = chartedCounters.flatMap((name) => counters.filter((series) => series.name === name))
  return (
    <>
      <h2>{messages.waits}</h2>
      <QueueTiles queues={queues} today={days.at(-1) ?? ''} />
      <QueueAges queues={queues} />
      <div className="overview__head">
        <h2>{messages.figures}</h2>
        <Periods period={period} />
      </div>
      <CounterTiles charted={charted} period={period} days={getDays(days, period)} />
      <Charts charted={charted} days={days} />
      <AllCounters overview={overview} />
      <div className="overview__pair">
        <DealSteps overview={overview} period={period} />
        <EmptySearches searches={emptySearches} />
      </div>
    </>
  )
}

/** The admin's first screen: what waits, and how the shop goes. */
export default function Overview() {
  const { title } = useMessages()
  const messages = useMessages(overviewMessages)
  const { times } = useMessages(dealMessages)
  const { revalidate } = useRevalidator()
  const { period, result } = useLoaderData<typeof loader>()
  return (
    <div className="overview">
      <link rel="stylesheet" href={overviewStyles} precedence="screen" />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.title}</DashboardHead>
      {result.ok ? (
        <>
          <p className="overview__legend">{messages.counted(times.at(result.value.countedAt))}</p>
          <Figures overview={result.value} period={period} />
        </>
      ) : (
        <ErrorNote message={result.message} retry={messages.retry} onRetry={() => void revalidate()} />
      )}
    </div>
  )
}
