// The look of the card field. Every rule goes through the CSSOM, so the page's policy needs no 'unsafe-inline'.

const ownRules = `
  :host { display: block; }
  .row { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
  input {
    flex: 1 1 4.5em; min-inline-size: 4em; min-block-size: 28px; box-sizing: border-box; margin: 0; padding: 0;
    border: 0; border-radius: 0; outline: 0; appearance: none; background: transparent; color: inherit; font: inherit;
  }
  input.number { flex: 6 1 12em; min-inline-size: min(12em, 100%); }
  /* The focus must show without the page's help: the wrapper's own ring is a matter of its style sheet. */
  input:focus-visible { box-shadow: 0 2px 0 0 currentColor; }
  input:disabled { opacity: 0.6; }
  /* Three parts of four of the text's own colour: legible on light paper and on dark alike. */
  input::placeholder { color: currentColor; opacity: 0.75; }
  .invalid { color: color-mix(in oklab, currentColor 40%, #e5484d); }
`

const stateSelectors = { base: 'input', complete: 'input.complete', empty: 'input.empty', invalid: 'input.invalid' }
const innerSelectors = ['::placeholder', '::selection', ':focus', ':hover', ':disabled', ':-webkit-autofill']

// The properties that Stripe lets a page set inside the field.
const allowedProperties = new Set([
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
])

/** Gives the shadow root the field's own rules and those of the element's `style` option. */
export function dress(root, style = {}) {
  const own = new CSSStyleSheet()
  own.replaceSync(ownRules)
  const asked = new CSSStyleSheet()
  for (const [state, selector] of Object.entries(stateSelectors)) addRules(asked, selector, style[state])
  root.adoptedStyleSheets = [own, asked]
}

function addRules(sheet, selector, properties = {}) {
  addRule(sheet, selector, properties)
  for (const inner of innerSelectors) {
    const innerProperties = properties[inner]
    if (!innerProperties) continue
    addRule(sheet, `${selector}${inner}`, innerProperties)
    // A page that names the placeholder's colour means that colour, not a paler one.
    if (inner === '::placeholder' && innerProperties.color) lastRule(sheet).style.opacity = '1'
  }
}

function addRule(sheet, selector, properties) {
  sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  for (const [name, value] of Object.entries(properties)) {
    if (allowedProperties.has(name)) lastRule(sheet).style[name] = value
  }
}

function lastRule(sheet) {
  return sheet.cssRules[sheet.cssRules.length - 1]
}
