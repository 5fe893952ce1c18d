// The rows of a list as a CSV file, with the fields as the API names them.
import { Download } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { Page } from '#contract/call.ts'
import { type CsvValue, toCsv } from '#contract/admin/csv.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'

/** Fetches one page of a list with the filters of the URL. */
export type FetchPage<Item> = (page: { limit: string; cursor?: string }) => Promise<Page<Item>>

const rowsPerRequest = '100'
// About 20 seconds of requests; an admin who needs more chooses a day or a state.
const maxRows = 5_000

const toValue = (value: unknown): CsvValue => {
  if (typeof value === 'number' || typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

const toFile = (rows: readonly object[]): Blob => {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => new Map<string, unknown>(Object.entries(row)))
  const text = toCsv(
    columns,
    lines.map((line) => columns.map((column) => toValue(line.get(column)))),
  )
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}

type Props<Item> = {
  /** What the list is called on the screen. */
  heading: string
  /** The name of the file, without its ending. */
  file: string
  fetchPage: FetchPage<Item>
}

/** Downloads all rows of a list that the filters let through, at most 5,000, and says how many it has so far. */
export const ListCsvButton = <Item extends object>({ heading, file, fetchPage }: Props<Item>) => {
  const { csv } = useMessages(adminListMessages)
  const { count } = useFormat()
  const [isBusy, run] = useAction()
  const [fetched, setFetched] = useState(0)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])

  const download = async () => {
    setFetched(0)
    const rows: Item[] = []
    let page = await fetchPage({ limit: rowsPerRequest })
    rows.push(...page.items)
    while (page.next !== null && rows.length < maxRows && !isLeft.current) {
      setFetched(rows.length)
      // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the page before it
      page = await fetchPage({ limit: rowsPerRequest, cursor: page.next })
      rows.push(...page.items)
    }
    if (isLeft.current) return
    saveFile(toFile(rows), `${file}.csv`)
    if (page.next !== null) toast.blank(csv.isCut(count(rows.length)))
  }

  return (
    <button
      className="btn btn--quiet"
      type="button"
      aria-label={csv.label(heading)}
      aria-busy={isBusy}
      onClick={() => run(download)}
    >
      <Icon of={Download} size={18} />
      {isBusy ? csv.busy(count(fetched)) : csv.download}
    </button>
  )
}
