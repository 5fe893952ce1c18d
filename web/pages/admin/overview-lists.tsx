// The steps of deals, the ages of what waits, and the searches that found nothing.
import { ChevronDown } from 'lucide'
import { Link } from 'react-router'
import { maxCountedInQueue, type OverviewCounter } from '#contract/admin/overview-counters.ts'
import { countDays, getDhakaDay } from '#contract/time/dhaka.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { overviewMessages } from '#web/i18n/en/overview.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CounterLink } from './charts/counter-link.tsx'
import { CsvButton } from './charts/csv-button.tsx'
import { countedSteps, getDays, type OverviewData, type Period, queuePaths, summarize } from './overview-data.ts'

type Queue = OverviewData['queues'][number]

const useQueueCount = () => {
  const { more } = useMessages(overviewMessages)
  const { count } = useFormat()
  return ({ waiting }: Queue): string => (waiting < maxCountedInQueue ? count(waiting) : more(count(waiting)))
}

/** How many wait in each queue, each a link to where it is done; the queues in which nothing waits are folded into one line. */
export const QueueTiles = ({ queues, today }: { queues: readonly Queue[]; today: string }) => {
  const messages = useMessages(overviewMessages)
  const formatWaiting = useQueueCount()
  const [waiting, empty] = [queues.filter((queue) => queue.waiting > 0), queues.filter((queue) => queue.waiting === 0)]
  return (
    <>
      {waiting.length > 0 && (
        <ul className="stats">
          {waiting.map((queue) => (
            <li key={queue.name}>
              <Link className={`stat${queue.longer > 0 ? ' stat--alert' : ''}`} to={queuePaths[queue.name]}>
                <span className="stat__name">{messages.queues[queue.name]}</span>
                <b className="num">{formatWaiting(queue)}</b>
                {queue.oldestAt !== null && (
                  <small>{messages.oldest(countDays(getDhakaDay(new Date(queue.oldestAt)), today))}</small>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <details className="folded overview__empty">
          <summary>
            <b>{messages.empty(empty.length)}</b>
            <Icon of={ChevronDown} size={20} />
          </summary>
          <ul>
            {empty.map(({ name }) => (
              <li key={name}>
                <Link to={queuePaths[name]}>{messages.queues[name]}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** How long what waits has been waiting. */
export const QueueAges = ({ queues }: { queues: readonly Queue[] }) => {
  const { ages, agesColumns, queues: names } = useMessages(overviewMessages)
  const { count } = useFormat()
  const formatWaiting = useQueueCount()
  const { queue: queueColumn, ...numbers } = agesColumns
  const rows = queues.map(({ name, waiting, upToDay, upToThreeDays, longer }) => [
    name,
    waiting,
    upToDay,
    upToThreeDays,
    longer,
  ])
  return (
    <details className="folded line-charts__more">
      <summary>
        <b>{ages}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <table className="figures">
        <caption className="sr-only">{ages}</caption>
        <thead>
          <tr>
            <th scope="col">{queueColumn}</th>
            {Object.values(numbers).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <th scope="row">
                <Link to={queuePaths[queue.name]}>{names[queue.name]}</Link>
              </th>
              <td className="num">{formatWaiting(queue)}</td>
              <td className="num">{count(queue.upToDay)}</td>
              <td className="num">{count(queue.upToThreeDays)}</td>
              <td className="num">
                {queue.longer > 0 ? <span className="badge badge--stop">{count(queue.longer)}</span> : count(0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <CsvButton
        name={ages}
        file="queues"
        columns={['queue', 'waiting', 'up_to_1_day', 'up_to_3_days', 'longer']}
        rows={rows}
      />
    </details>
  )
}

/**
 * From bookings to bikes handed over: how often each step happened, whichever bike it was. Pages seen are no step, because one
 * can book without them.
 */
export const DealSteps = ({ overview: { counters, days }, period }: { overview: OverviewData; period: Period }) => {
  const { steps: heading, stepsNote, seen, counters: names } = useMessages(overviewMessages)
  const { count } = useFormat()
  const getStep = (name: OverviewCounter) => {
    const series = counters.find((counter) => counter.name === name)
    return { name, value: series ? summarize(series, period).value : 0 }
  }
  const steps = countedSteps.map((name) => getStep(name))
  const pagesSeen = getStep('bikes_seen')
  return (
    <section className="overview__part" aria-labelledby="deal-steps">
      <h2 id="deal-steps">{heading}</h2>
      <p className="overview__legend">{stepsNote(Number(period))}</p>
      <ol className="deal-steps">
        {steps.map(({ name, value }) => (
          <li key={name}>
            <CounterLink name={name} days={getDays(days, period)}>
              {names[name]}
            </CounterLink>
            <b className="num">{count(value)}</b>
          </li>
        ))}
      </ol>
      {pagesSeen.value > 0 && <p className="overview__legend overview__seen">{seen(count(pagesSeen.value))}</p>}
      <CsvButton
        name={heading}
        file="deal-steps"
        columns={['step', 'number']}
        rows={[pagesSeen, ...steps].map(({ name, value }) => [name, value])}
      />
    </section>
  )
}

/** What people searched for and the shop does not have: whom to ask for bikes. */
export const EmptySearches = ({ searches }: { searches: OverviewData['emptySearches'] }) => {
  const { searches: heading, searchesColumns, noSearches } = useMessages(overviewMessages)
  const { count } = useFormat()
  return (
    <section className="overview__part" id="searches" aria-labelledby="searches-heading">
      <h2 id="searches-heading">{heading}</h2>
      {searches.length === 0 ? (
        <p>{noSearches}</p>
      ) : (
        <table className="figures">
          <caption className="sr-only">{heading}</caption>
          <thead>
            <tr>
              <th scope="col">{searchesColumns.words}</th>
              <th scope="col">{searchesColumns.times}</th>
            </tr>
          </thead>
          <tbody>
            {searches.map(({ words, times }) => (
              <tr key={words}>
                <th scope="row" dir="auto">
                  <Link to={`/bikes?${new URLSearchParams({ q: words.slice(0, 100) })}`}>{words}</Link>
                </th>
                <td className="num">{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CsvButton
        name={heading}
        file="searches"
        columns={['search', 'times']}
        rows={searches.map(({ words, times }) => [words, times])}
      />
    </section>
  )
}
