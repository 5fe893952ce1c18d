import { Download } from 'lucide'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { fetchPrivateFile } from './private-file.ts'

const fileName = 'payouts.csv'

/** Downloads the prepared bank transfers for the bulk transfer of the bank. */
export const BankFileButton = () => {
  const { payouts } = useMessages(moneyMessages)
  const { session } = useApp()
  const [isBusy, run] = useAction()
  const download = () => run(async () => saveFile(await fetchPrivateFile(session, `/api/${fileName}`), fileName))
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={download}>
      {isBusy ? <Spinner size={18} className="wheel-in" /> : <Icon of={Download} size={18} />}
      {payouts.download}
    </button>
  )
}
