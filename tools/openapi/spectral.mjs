// Lints with Spectral, whose command line has more packages than its library.
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

export const lintWithSpectral = (document) => {
  const linter = new spectral.Spectral()
  linter.setRuleset(rulesets.oas)
  return linter.run(document)
}
