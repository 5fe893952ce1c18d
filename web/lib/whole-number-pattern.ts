/** What `parseWholeNumber` takes, for the `pattern` of a text field. */
export const wholeNumberPattern = '[\\s৳]*([Tt][Kk]\\.?)?\\s*([0-9০-৯][\\s,]*){1,9}(/[\\-=])?\\s*'
