type Finding = { code: string | number; path: (string | number)[]; message: string }

/** What the ruleset `spectral:oas` finds in an OpenAPI document. */
export declare const lintWithSpectral: (document: object) => Promise<Finding[]>
