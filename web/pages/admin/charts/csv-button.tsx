import { Download } from 'lucide'
import { type CsvValue, toCsv } from '#contract/admin/csv.ts'
import { useMessages } from '#web/context/app-context.ts'
import { overviewMessages } from '#web/i18n/en/overview.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Downloads rows as a CSV file. */
export const CsvButton = ({
  name,
  isNamed = false,
  file,
  columns,
  rows,
}: {
  name: string
  /** Whether the name stands on the button too, where nothing near it says what the file has. */
  isNamed?: boolean
  file: string
  columns: readonly string[]
  rows: readonly (readonly CsvValue[])[]
}) => {
  const { csv, csvLabel } = useMessages(overviewMessages)
  const save = () => saveFile(new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
  return (
    <button className="btn btn--quiet" type="button" aria-label={csvLabel(name)} onClick={save}>
      <Icon of={Download} size={18} />
      {isNamed ? csvLabel(name) : csv}
    </button>
  )
}
