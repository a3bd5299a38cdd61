//! Reads a file and says how long it took: `read_csv FILE [COLUMN] [TIMES]`.

use hornbook_data::{Column, Table};
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: read_csv FILE [COLUMN] [TIMES]")?;
    let column = arguments.next();
    let times = arguments.next().map_or(Ok(1), |t| t.parse())?;
    for _ in 0..times {
        let start = Instant::now();
        let table = Table::read(&path)?;
        let seconds = start.elapsed().as_secs_f64();
        let sum = match column.as_deref().map(|name| table.column(name)).transpose()? {
            Some(Column::Number(numbers)) => numbers.dense().iter().filter(|x| !x.is_nan()).sum(),
            _ => 0.0,
        };
        println!("{seconds:.4} s, {} rows, {} columns, sum {sum}", table.rows(), table.width());
        if times == 1 {
            for (name, column) in table.names().iter().zip(table.columns()) {
                println!("  {name}: {}, {} missing", column.kind(), column.missing());
            }
        }
    }
    Ok(())
}
