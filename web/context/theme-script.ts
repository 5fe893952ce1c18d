// The only inline script: before the first paint it redirects to the chosen language and sets the theme. The content
// security policy allows it by its hash, so it must be the same on every page.

/** Local storage key of the chosen theme; without it the system's setting applies. */
export const themeKey = 'motohaat-theme'

/** Local storage key of the chosen language. A reader who chose Bangla and opens an English link gets the Bangla page. */
export const languageKey = 'motohaat-language'

// All browsers of package.json's "browserslist" have structuredClone and at(), and those before have not. In an older one the
// page is as without scripts: it reads and searches, and its forms say what they need.
export const themeScript = `(function(d){var t,l,p=location.pathname;try{l=localStorage.getItem('${languageKey}')}catch(e){}if(l==='bn'&&!/^\\/bn(\\/|$)/.test(p))location.replace('/bn'+(p==='/'?'':p)+location.search+location.hash);try{t=localStorage.getItem('${themeKey}')}catch(e){}if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';d.dataset.theme=t;if(window.structuredClone&&[].at)d.dataset.scripts='on'})(document.documentElement)`
