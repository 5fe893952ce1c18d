// The one script that stands in the page itself: before the first paint it goes to the language that was chosen and sets
// the theme. The page's security policy allows it by its hash, so it never changes with the page.

/** The key under which the chosen theme is kept; without it the system's setting counts. */
export const themeKey = 'motohaat-theme'

/** The key under which the chosen language is kept. Who chose Bangla and follows an English link gets the Bangla page. */
export const languageKey = 'motohaat-language'

export const themeScript = `(function(d){var t,l,p=location.pathname;try{l=localStorage.getItem('${languageKey}')}catch(e){}if(l==='bn'&&!/^\\/bn(\\/|$)/.test(p))location.replace('/bn'+(p==='/'?'':p)+location.search+location.hash);try{t=localStorage.getItem('${themeKey}')}catch(e){}if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';d.dataset.theme=t;d.dataset.scripts='on'})(document.documentElement)`
