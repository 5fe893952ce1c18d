import { Download } from 'lucide'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { fetchPrivateFile } from '#web/session/private-file.ts'

const FileButton = ({ fileName, label }: { fileName: string; label: string }) => {
  const { session } = useApp()
  const [isBusy, run] = useAction()
  const download = () => run(async () => saveFile(await fetchPrivateFile(session, `/api/${fileName}`), fileName))
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={download}>
      {isBusy ? <Spinner size={18} className="wheel-in" /> : <Icon of={Download} size={18} />}
      {label}
    </button>
  )
}

/** Downloads the prepared bank transfers: for the bulk transfer of the bank, and as a spreadsheet for reading. The warning comes first. */
export const BankFileButtons = () => {
  const { payouts } = useMessages(moneyMessages)
  return (
    <>
      <p className="hint">{payouts.files}</p>
      <div className="acts bank-files">
        <FileButton fileName="payouts.csv" label={payouts.download} />
        <FileButton fileName="payouts.xlsx" label={payouts.downloadExcel} />
      </div>
    </>
  )
}
