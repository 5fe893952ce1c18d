import { PrintButton } from '#web/components/app-browser/print-button.tsx'
import { ChevronLeft } from 'lucide'
import { type ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { SaleReceipt as Shape } from '#contract/transfers/transfers.ts'
import { toTransferPath } from '#web/components/deals/deal-paths.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { TransferStyles } from '#web/components/transfer-styles.tsx'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { englishFormat } from '#web/i18n/format.ts'
import { banglaTimes } from '#web/i18n/bn/deal-times.ts'
import { englishTimes } from '#web/i18n/deal-times.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { receiptTexts, type ReceiptText } from './sale-receipt-texts.ts'

/** Opens the sale receipt; the server records it. */
export const loader = ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const open = async () => ({ id, receipt: await client('GET /transfers/:id/receipt', { params: { id } }) })
  return toPageResult(open())
}

type Receipt = z.output<typeof Shape>

/** A text in English, and below it in Bangla. */
const Two = ({ text }: { text: ReceiptText }) => {
  const [english, bangla] = receiptTexts[text]
  return (
    <>
      <span lang="en">{english}</span>
      <span className="bi" lang="bn">
        {bangla}
      </span>
    </>
  )
}

/** The same on one line. */
const OneLine = ({ text }: { text: ReceiptText }) => {
  const [english, bangla] = receiptTexts[text]
  return (
    <>
      <span lang="en">{english}</span> / <span lang="bn">{bangla}</span>
    </>
  )
}

/** A line to fill in by hand. */
const Line = () => <span className="line" />

/** A label, and a line that takes the rest of its row. */
const Blank = ({ text }: { text: ReceiptText }) => (
  <span className="a4__blank">
    <span>
      <OneLine text={text} />:
    </span>{' '}
    <Line />
  </span>
)

/** A number of the bike, which a browser must not translate. */
const VehicleNumber = ({ text }: { text: string | null }) => (text === null ? <Line /> : <b translate="no">{text}</b>)

const Row = ({ text, children }: { text: ReceiptText; children: ReactNode }) => (
  <tr>
    <th scope="row">
      <Two text={text} />
    </th>
    <td dir="auto">{children}</td>
  </tr>
)

const Party = ({ text, party }: { text: 'seller' | 'buyer'; party: Receipt['seller'] }) => (
  <Row text={text}>
    {party.name === null ? <Blank text="name" /> : <b>{party.name}</b>}
    <Blank text="father" />
    {party.address === null ? <Blank text="address" /> : <b>{party.address}</b>}
    <Blank text="nid" />
  </Row>
)

const Witness = ({ text }: { text: 'witness1' | 'witness2' }) => (
  <div>
    <Two text={text} />
    {(['name', 'address', 'mobile'] as const).map((field) => (
      <p key={field}>
        <Blank text={field} />
      </p>
    ))}
  </div>
)

const toReceiptDay = (day: string): string => day.split('-').reverse().join('/')

/** The time of the handover; its day is the date of the sale. */
const Handover = ({ at }: { at: string }) => (
  <>
    <br />
    <OneLine text="handover" />: <b lang="en">{englishTimes.clock(at)}</b> · <b lang="bn">{banglaTimes.clock(at)}</b>
  </>
)

const Stamp = ({ stamp: { amount } }: Pick<Receipt, 'stamp'>) => (
  <div className="a4__stamp">
    <span>
      <Two text="stamp" />
      {amount !== null && (
        <>
          <span lang="en">{englishFormat.taka(amount)}</span> / <span lang="bn">{banglaFormat.taka(amount)}</span>
        </>
      )}
    </span>
  </div>
)

/** The receipt of what was paid on Motohaat, by its number; in the line of the foot, because the page has no room for another. */
const PaymentReceipt = ({ number }: { number: string }) => (
  <>
    <OneLine text="paymentReceipt" />:{' '}
    <b lang="en" translate="no">
      {number}
    </b>
    {' · '}
  </>
)

const Signatures = () => (
  <>
    <p>
      <Two text="statement" />
    </p>
    <div className="a4__sign">
      <div>
        <Two text="sellerSigns" />
      </div>
      <div>
        <Two text="buyerSigns" />
      </div>
    </div>
    <div className="a4__sign">
      <Witness text="witness1" />
      <Witness text="witness2" />
    </div>
  </>
)

const Sheet = ({ receipt }: { receipt: Receipt }) => (
  <article className="a4">
    <div className="a4__head">
      <span />
      <div>
        <h1>
          <span lang="en">{receiptTexts.title[0]}</span>
          <span lang="bn">{receiptTexts.title[1]}</span>
        </h1>
        <p>
          <OneLine text="date" />: <b lang="en">{toReceiptDay(receipt.soldOn)}</b> ·{' '}
          <b lang="bn">{banglaFormat.digits(toReceiptDay(receipt.soldOn))}</b>
          {receipt.handedOverAt !== null && <Handover at={receipt.handedOverAt} />}
          <Blank text="place" />
        </p>
      </div>
      <Stamp stamp={receipt.stamp} />
    </div>
    <h2>
      <OneLine text="parties" />
    </h2>
    <table>
      <tbody>
        <Party text="seller" party={receipt.seller} />
        <Party text="buyer" party={receipt.buyer} />
      </tbody>
    </table>
    <h2>
      <OneLine text="motorcycle" />
    </h2>
    <table>
      <tbody>
        <Row text="model">
          <b translate="no">{receipt.productName}</b>
        </Row>
        <Row text="registration">
          <VehicleNumber text={receipt.registration} />
        </Row>
        <Row text="chassis">
          <VehicleNumber text={receipt.chassis} />
        </Row>
        <Row text="engine">
          <VehicleNumber text={receipt.engine} />
        </Row>
      </tbody>
    </table>
    <h2>
      <OneLine text="price" />
    </h2>
    <table>
      <tbody>
        <Row text="figures">
          <b lang="en">{englishFormat.taka(receipt.price)}</b> / <b lang="bn">{banglaFormat.taka(receipt.price)}</b>
        </Row>
        <Row text="words">
          <b lang="en">{receipt.words.en}</b>
          <br />
          <b lang="bn">{receipt.words.bn}</b>
        </Row>
      </tbody>
    </table>
    <Signatures />
    <p className="a4__foot">
      {receipt.receiptNumber !== null && <PaymentReceipt number={receipt.receiptNumber} />}
      <OneLine text="foot" />
    </p>
  </article>
)

/** The sale receipt in both languages; it prints on one A4 page. */
export default function SaleReceipt() {
  const { title } = useMessages()
  const { receipt: messages, retry } = useMessages(transferMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <TransferStyles />
      <title>{title(messages.title)}</title>
      {result.ok ? (
        <>
          <nav className="crumb no-print" aria-label={messages.back}>
            <Icon of={ChevronLeft} size={18} />
            <Link to={toTransferPath(result.value.id)}>{messages.back}</Link>
          </nav>
          <p className="a4lead no-print">{messages.whatToDo}</p>
          <div className="no-print">
            <PrintButton className="btn btn--primary" label={messages.print} />
          </div>
          <section className="a4shell" aria-label={messages.sheet}>
            <Sheet receipt={result.value.receipt} />
          </section>
        </>
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
