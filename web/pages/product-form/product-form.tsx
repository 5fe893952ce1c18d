import { useState, type FormEvent } from 'react'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetails } from '#web/i18n/en/bike-details.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useWords } from '#web/context/app-context.ts'
import { fillIn } from './catalogue-suggestions.ts'
import { MoreAboutBike, useCatalogue } from './more-about-bike.tsx'
import { PhotoField } from './photo-field.tsx'
import { productFields, type ProductDraft } from '#web/lib/product-draft.ts'
import { ProductPreview } from './product-preview.tsx'
import { categories, conditions } from './product-body.ts'
import type { ProductForm as Filling } from './use-product-form.ts'

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

/** The sentences of all its fields. */
const useFieldWords = () => {
  const { add } = useChapter(selling)
  const { wrong } = useChapter(bikeDetails)
  return { missing: add.missing, wrong: { ...add.wrong, ...wrong } }
}

type Props = { form: Filling; intro: string; words: { submit: string; submitting: string } }

/** A bike as its seller fills it in, with its preview beside it where there is room. */
export const ProductForm = ({ form: here, intro, words }: Props) => {
  const { problems, general, formProps } = useCheckedForm(useFieldWords(), here.refused, productFields)
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const brands = useCatalogue(isMoreOpen)
  const given = { first: here.first, problems }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // A field that is folded away cannot be shown where it does not fit.
    event.currentTarget.querySelector('details:has(:invalid)')?.setAttribute('open', '')
    formProps.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void here.submit()
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formProps.onInput(event)
    if (event.target instanceof HTMLInputElement && /^(?:brand|model)$/.test(event.target.name))
      fillIn(event.currentTarget, brands)
    here.keep(event.currentTarget)
  }
  return (
    <div className="withpreview">
      <form className="form form--product" {...formProps} onSubmit={onSubmit} onInput={onInput}>
        <p className="hint">{intro}</p>
        <PhotoField photo={here.photo} problem={problems['image']} isBusy={here.isBusy} />
        <Bike {...given} />
        <SellerAndPlace {...given} />
        <MoreAboutBike form={here} problems={problems} brands={brands} onOpen={() => setIsMoreOpen(true)} />
        <FormError message={general} />
        <div>
          <Submit isBusy={here.isBusy} busyText={words.submitting}>
            {words.submit}
          </Submit>
        </div>
      </form>
      <ProductPreview draft={here.draft} photo={here.photo.photo} />
    </div>
  )
}
