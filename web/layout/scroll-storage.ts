/** Where the places of this tab are stored while a document is loaded anew. */
export const scrollPlacesKey = 'motohaat-scroll-places'
