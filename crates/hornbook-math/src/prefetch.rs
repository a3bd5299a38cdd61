//! Telling the processor what will be read soon.

/// Asks for the cache line of an item that will be read soon, so that the read need not wait for memory. Changes nothing
/// but time; an index out of range is ignored.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault, and every x86-64 processor has it.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_index_will_do() {
        let items = [1, 2, 3];
        super::prefetch(&items, 1);
        super::prefetch(&items, 99);
        assert_eq!(items, [1, 2, 3]);
    }
}
