// The order of the form of a bike and its headings, when a bike is added and when it is changed.
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { editedBike as bike } from '#tests/support/deals/edited-bike.ts'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { useMessages } from '#web/context/app-context.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import type { Language } from '#web/i18n/language.ts'
import { createDraft } from '#web/lib/product-draft.ts'
import EditProduct from './edit-product-page.tsx'
import { getIntro } from './get-intro.ts'
import { ProductForm } from './product-form.tsx'
import { useProductForm } from './use-product-form.ts'

const bangla = await loadBangla()

/** The form for a new bike, without what only a browser knows of the member. */
const NewBikeForm = () => {
  const { add } = useMessages(productFormMessages)
  const form = useProductForm({ initial: createDraft(() => ''), send: () => Promise.resolve() })
  return createElement(ProductForm, { form, intro: add.intro, messages: add })
}

const readNew = (language?: Language) => readHtml(NewBikeForm, null, language)
const readEdit = (language?: Language) => readHtml(EditProduct, bike, language)

/** The headings and the names of the fields in the order of the form; the radios of one choice count once. */
const listParts = (html: string): string[] => {
  const form = /<form.*<\/form>/s.exec(html)?.[0] ?? ''
  const parts = [...form.matchAll(/<h2 class="h3">(.*?)<\/h2>|<input[^>]* name="([^"]*)"/gs)].map(([, heading, name]) =>
    heading === undefined ? (name ?? '') : `# ${heading}`,
  )
  return parts.filter((part, index) => part !== parts[index - 1])
}

describe('the form of a bike', () => {
  const inOrder = (bikePart: string, pricePart: string, contactPart: string) => [
    'image',
    `# ${bikePart}`,
    'name',
    'brand',
    'model',
    'productName',
    'purchaseTime',
    'usedTime',
    'kilometres',
    `# ${pricePart}`,
    'salePrice',
    'originalPrice',
    'condition',
    `# ${contactPart}`,
    'sellerName',
    'contactNumber',
    'location',
  ]

  test('has a heading above each of its three parts, and the name of the bike below its model', () => {
    for (const html of [readNew(), readEdit()])
      expect(listParts(html).slice(0, 17)).toEqual(inOrder('The bike', 'Price and condition', 'Contact and place'))
    for (const html of [readNew(bangla), readEdit(bangla)])
      expect(listParts(html).slice(0, 17)).toEqual(inOrder('বাইক', 'দাম ও অবস্থা', 'যোগাযোগ ও এলাকা'))
  })

  test('says by its name where more photos fit', () => {
    for (const language of [undefined, bangla]) {
      const html = readNew(language)
      const place = toText(/<summary>.*?<b>(.*?)<\/b>/s.exec(html)?.[1] ?? '')
      const label = toText(/<label class="drop".*?<\/label>/s.exec(html)?.[0] ?? '')
      expect(place).not.toBe('')
      expect(label).toContain(`“${place}”`)
    }
  })

  test('says above its button, when a bike is added, that buyers usually see it at once', () => {
    expect(toText(readNew())).toContain(
      'Usually buyers see the bike at once; if we look at it first, My Products says why. Add Product',
    )
    expect(toText(readNew(bangla))).toContain(
      'সাধারণত বাইকটি সঙ্গে সঙ্গে দেখা যায়। কখনো আমরা আগে দেখে নিই; তখন কারণটা “আমার বাইক” পাতায় লেখা থাকে। বাইক যোগ করুন',
    )
    expect(toText(readEdit())).not.toContain('Usually buyers')
  })

  test('says beside the fields what somebody does not know: the price of a used bike when it was new, and each condition', () => {
    for (const html of [readNew(), readEdit()]) {
      expect(toText(html)).toContain('Did you buy it used? Enter its showroom price of that time.')
      expect(toText(html)).toContain(
        'Excellent: needs no repair. Good: signs of use, runs well. Fair: needs some repair.',
      )
    }
    expect(toText(readNew(bangla))).toContain('পুরোনো কিনেছিলেন? তখনকার শোরুমের দাম লিখুন।')
    expect(toText(readNew(bangla))).toContain('চমৎকার: কোনো মেরামত লাগবে না।')
  })

  test('says of a new bike what can be added after it is listed', () => {
    expect(toText(readNew())).toContain('You can add papers, chassis and engine number after the bike is listed')
    expect(toText(readNew(bangla))).toContain('কাগজপত্র, চেসিস ও ইঞ্জিন নম্বর বাইক যোগ করার পরে')
    expect(toText(readEdit())).not.toContain('after the bike is listed')
  })

  test('says to a member whose address is not confirmed that the bike can be added before', () => {
    const { add } = productFormMessages.en
    const sentence = 'You can add it before your e-mail address is confirmed.'
    expect(getIntro(add, { emailVerified: false })).toContain(sentence)
    expect(getIntro(add, { emailVerified: true })).not.toContain(sentence)
    for (const emailVerified of [true, false]) expect(getIntro(add, { emailVerified })).toContain(add.draftNote)
  })
})
