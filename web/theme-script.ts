// The one script that stands in the page itself: it sets the theme before the first paint. The page's security policy
// allows it by its hash, so it never changes with the page.

/** The key under which the chosen theme is kept; without it the system's setting counts. */
export const themeKey = 'motohaat-theme'

export const themeScript = `(function(d){var t;try{t=localStorage.getItem('${themeKey}')}catch(e){}if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';d.dataset.theme=t;d.dataset.scripts='on'})(document.documentElement)`
