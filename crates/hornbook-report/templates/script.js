// The section in view is marked in the navigation, and printing opens what is folded.
(() => {
  const links = new Map([...document.querySelectorAll('nav a')].map((a) => [a.hash.slice(1), a]));
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? seen.add(entry.target.id) : seen.delete(entry.target.id);
    const first = [...links.keys()].find((id) => seen.has(id));
    for (const [id, link] of links) id === first ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current');
  }, { rootMargin: '-20% 0px -60% 0px' });
  document.querySelectorAll('main section').forEach((section) => watch.observe(section));
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('details:not([open])')];
    folded.forEach((part) => { part.open = true; });
  });
  addEventListener('afterprint', () => folded.forEach((part) => { part.open = false; }));
})();
