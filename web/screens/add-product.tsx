import type { FormEvent } from 'react'
import { DashboardHead } from '../parts/dashboard-head.tsx'
import { PhotoField } from '../parts/photo-field.tsx'
import { productFields, type ProductDraft } from '../parts/product-draft.ts'
import { ProductPreview } from '../parts/product-preview.tsx'
import { categories, conditions, useAddProduct } from '../parts/use-add-product.ts'
import type { SessionUser } from '../session.ts'
import { Field, FormError } from '../ui/field.tsx'
import { RadioBoxes } from '../ui/radio-boxes.tsx'
import { Submit } from '../ui/submit.tsx'
import { useCheckedForm, type Problems } from '../ui/use-checked-form.ts'
import { selling } from '../words/selling.ts'
import { useChapter, useSession, useWords } from '../world.ts'

/** Digits of both scripts, and what people put around and between them; the shop looks again. */
const numberPattern = String.raw`\s*(?:৳|[Tt][Kk]\.?)?\s*(?:[0-9০-৯][\s,]*){1,9}(?:\/-)?\s*`
const telephonePattern = String.raw`[\s\(]*\+?[\s.\(\)\-]*(?:[0-9০-৯][\s.\(\)\-]*){6,15}`

type Given = { first: ProductDraft; problems: Problems }

const takaSign = (
  <span className="affix__pre" aria-hidden>
    ৳
  </span>
)

const Prices = ({ first, problems }: Given) => {
  const { add } = useChapter(selling)
  const money = { inputMode: 'numeric', pattern: numberPattern, maxLength: 20, before: takaSign } as const
  return (
    <div className="cols">
      <Field
        {...money}
        id="product-price"
        name="salePrice"
        label={add.salePrice}
        hint={add.salePriceHint}
        defaultValue={first.salePrice}
        problem={problems.salePrice}
      />
      <Field
        {...money}
        id="product-original"
        name="originalPrice"
        label={add.originalPrice}
        hint={add.originalPriceHint}
        defaultValue={first.originalPrice}
        problem={problems.originalPrice}
      />
    </div>
  )
}

const Years = ({ first, problems }: Given) => {
  const { add } = useChapter(selling)
  const number = { inputMode: 'numeric', pattern: numberPattern, maxLength: 10 } as const
  return (
    <div className="cols">
      <Field
        {...number}
        id="product-bought"
        name="purchaseTime"
        label={add.purchaseTime}
        defaultValue={first.purchaseTime}
        problem={problems.purchaseTime}
      />
      <Field
        {...number}
        id="product-used"
        name="usedTime"
        label={add.usedTime}
        hint={add.usedTimeHint}
        defaultValue={first.usedTime}
        problem={problems.usedTime}
      />
    </div>
  )
}

const SellerAndPlace = ({ first, problems }: Given) => {
  const { add } = useChapter(selling)
  return (
    <>
      <div className="cols">
        <Field
          id="product-seller"
          name="sellerName"
          autoComplete="name"
          maxLength={80}
          label={add.sellerName}
          hint={add.sellerNameHint}
          defaultValue={first.sellerName}
          problem={problems.sellerName}
        />
        <Field
          id="product-number"
          name="contactNumber"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          maxLength={40}
          pattern={telephonePattern}
          label={add.contactNumber}
          hint={add.contactNumberHint}
          defaultValue={first.contactNumber}
          problem={problems.contactNumber}
        />
      </div>
      <Field
        id="product-place"
        name="location"
        maxLength={120}
        label={add.location}
        hint={add.locationHint}
        defaultValue={first.location}
        problem={problems.location}
      />
    </>
  )
}

const Bike = ({ first, problems }: Given) => {
  const { add } = useChapter(selling)
  const { card } = useWords()
  return (
    <>
      <RadioBoxes
        name="name"
        legend={add.category}
        choices={categories.map((value) => ({ value, label: add.categories[value] }))}
        isRequired
        chosen={first.name}
        problem={problems.name}
      />
      <Field
        id="product-name"
        name="productName"
        maxLength={120}
        label={add.productName}
        hint={add.productNameHint}
        defaultValue={first.productName}
        problem={problems.productName}
      />
      <Prices first={first} problems={problems} />
      <Years first={first} problems={problems} />
      <RadioBoxes
        name="condition"
        legend={add.condition}
        choices={conditions.map((value) => ({ value, label: card.conditions[value] }))}
        isRequired
        chosen={first.condition}
        problem={problems.condition}
      />
    </>
  )
}

const ProductForm = ({ user }: { user: SessionUser }) => {
  const { add } = useChapter(selling)
  const here = useAddProduct(user)
  const { problems, general, formProps } = useCheckedForm(add, here.refused, productFields)
  const given = { first: here.first, problems }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void here.add()
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formProps.onInput(event)
    here.keep(event.currentTarget)
  }
  return (
    <div className="withpreview">
      <form className="form form--product" {...formProps} onSubmit={onSubmit} onInput={onInput}>
        <p className="hint">
          {add.intro} {add.kept}
        </p>
        <PhotoField photo={here.photo} problem={problems.image} isBusy={here.isBusy} />
        <Bike {...given} />
        <SellerAndPlace {...given} />
        <FormError message={general} />
        <div>
          <Submit isBusy={here.isBusy} busyText={add.submitting}>
            {add.submit}
          </Submit>
        </div>
      </form>
      <ProductPreview draft={here.draft} photo={here.photo.photo} />
    </div>
  )
}

/** Offering a bike for sale. */
export default function AddProduct() {
  const { title } = useWords()
  const { add } = useChapter(selling)
  const who = useSession()
  return (
    <>
      <title>{title(add.heading)}</title>
      <DashboardHead>{add.heading}</DashboardHead>
      {who.state === 'member' && <ProductForm key={who.user.uid} user={who.user} />}
    </>
  )
}
