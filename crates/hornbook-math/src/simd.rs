//! Loops over many numbers at once, with the widest vectors that the processor has.
//!
//! The compiler turns plain loops over arrays into vector instructions, but only into those that every processor of the
//! kind has. Work that is given to [`run`] is compiled a second time for processors with AVX2 and FMA, and that copy is
//! used where it can be. The results are the same: nothing here lets the compiler reorder sums or fuse products.

/// Work worth a copy for wider vectors. Mark the method `#[inline(always)]`, and what it calls in its loops too: only
/// what is inlined is compiled anew.
pub trait SimdKernel {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest vectors that this processor has.
#[inline]
pub fn run<W: SimdKernel>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has been found to have what the function is compiled for.
        #[allow(unsafe_code)]
        return unsafe { with_avx2(work) };
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<W: SimdKernel>(work: W) -> W::Output {
    work.run()
}

#[cfg(test)]
mod tests {
    struct Sum<'a>(&'a [u8]);

    impl super::SimdKernel for Sum<'_> {
        type Output = u64;

        #[inline(always)]
        fn run(self) -> u64 {
            self.0.iter().map(|&x| u64::from(x)).sum()
        }
    }

    #[test]
    fn wide_work_is_the_same_work() {
        let numbers: Vec<u8> = (0..1000u32).map(|i| (i % 251) as u8).collect();
        assert_eq!(super::run(Sum(&numbers)), super::SimdKernel::run(Sum(&numbers)));
    }
}
